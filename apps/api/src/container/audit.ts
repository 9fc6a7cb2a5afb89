import { join } from 'node:path';
import { AUDIT_KEY_FILE, auditKeysIn, folderKeeper, memoryAuditKeys } from '@strongroom/adapter-local';
import type { Ports } from '@strongroom/application';
import type { AuditKeys, WitnessPeer } from '@strongroom/ports';
import { NOT_BESIDE } from '../config/audit.ts';
import { placeOf } from '../config/drivers.ts';
import type { Settings } from '../config/settings.ts';
import { KEPT } from './adapters/kept.ts';

type Chosen = Pick<Settings, 'documents' | 'dataDir' | 'auditKey' | 'auditCheckpoint'>;

/** The keys of the audit log: a file that the settings name, or one in the data folder, which is made. */
export function openAuditKeys({ documents, dataDir, auditKey, auditCheckpoint }: Chosen): AuditKeys {
  if (placeOf('documents', documents) === 'process') return memoryAuditKeys();
  return auditKeysIn({
    file: auditKey ?? join(dataDir, KEPT.keys, AUDIT_KEY_FILE),
    // A key that the operator names is one that other processes have too.
    isMade: auditKey === undefined,
    lastSigned: auditCheckpoint === NOT_BESIDE ? null : auditCheckpoint,
  });
}

/** The witnesses of the audit log. */
export async function openWitnesses({
  auditWitnesses = [],
}: Pick<Settings, 'auditWitnesses'>): Promise<readonly WitnessPeer[]> {
  if (auditWitnesses.length === 0) return [];
  const { httpWitness } = await import('@strongroom/adapter-witness');
  return auditWitnesses.map((address) => httpWitness(address));
}

/** The keepers of its checkpoints. */
export const openKeepers = ({
  auditKeepers,
}: Pick<Settings, 'auditKeepers'>): Pick<Ports, 'keepers' | 'checkpointsTo'> =>
  auditKeepers === undefined
    ? {}
    : { keepers: auditKeepers.folders.map(folderKeeper), checkpointsTo: auditKeepers.mailboxes };
