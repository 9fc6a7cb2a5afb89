import { type DocumentStore, Unavailable } from '@strongroom/ports';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { SettingsUnfit } from '../../kernel/settings-unfit.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { COUNTED_FROM } from '../../store/folders.ts';
import { SCHEMAS, type Schemas, schemas } from '../../store/schemas.ts';

const areKept = (noted: Schemas | undefined): boolean => (noted?.written[files.name] ?? 0) >= COUNTED_FROM;

/** A store of the last release has no folders yet, or not all of them. */
export async function keepsFolders({
  documents,
}: Readonly<{ documents: Pick<DocumentStore, 'read'> }>): Promise<boolean> {
  const [noted] = await documents.read([refTo(schemas, SCHEMAS)]);
  return areKept(noted && stateOf(schemas, noted));
}

/** Operations that change folders read it. */
export const KEPT_REF = refTo(schemas, SCHEMAS);

/** Throws Unavailable until the store is upgraded. */
export function assertKept(snapshot: Snapshot): void {
  if (areKept(snapshot.find(schemas, SCHEMAS))) return;
  throw new Unavailable('documents', {
    cause: new SettingsUnfit('Folders can be changed after `strongroom-admin upgrade`, and not before.'),
  });
}
