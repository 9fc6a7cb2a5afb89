import { isAbsolute, join } from 'node:path';
import type { AuditKeyFiles } from '../command/embedded.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { DataFolder } from './data-folder.ts';

/** The files of the audit log's keys, from the settings of the service. */
export function auditKeysOf(
  { variable }: Pick<Terminal, 'variable'>,
  { keys }: Pick<DataFolder, 'keys'>,
): AuditKeyFiles {
  const [file, lastSigned] = [variable('STRONGROOM_AUDIT_KEY'), variable('STRONGROOM_AUDIT_CHECKPOINT')];
  return {
    file: file ?? join(keys, 'audit.key'),
    isMade: file === undefined,
    lastSigned: lastSigned === 'none' ? null : lastSigned,
  };
}

/** The folders that keep checkpoints, from the settings of the service. */
export const keeperFoldersOf = ({ variable }: Pick<Terminal, 'variable'>): readonly string[] =>
  (variable('STRONGROOM_AUDIT_KEEPERS') ?? '')
    .split(',')
    .map((place) => place.trim())
    .filter(isAbsolute);
