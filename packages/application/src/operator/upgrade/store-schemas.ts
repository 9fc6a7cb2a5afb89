import type { Ports } from '../../kernel/deps.ts';
import { SettingsDoNotFit } from '../../kernel/settings-do-not-fit.ts';
import { type Collection, refTo, stateOf } from '../../store/collection.ts';
import { COLLECTIONS, schemasOf } from '../../store/collections.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { SCHEMAS, type SchemaNumbers, type Schemas, schemas } from '../../store/schemas.ts';

/** The schemas of a store, and the version of the document that holds them: 0 if there is none yet. */
export type Noted = Readonly<{ state: Schemas; version: number }>;

/** Undefined for an empty store. A store without this document holds the first schema of each collection. */
export async function schemasIn(documents: Ports['documents']): Promise<Noted | undefined> {
  const [noted, organisation] = await documents.read([refTo(schemas, SCHEMAS), refTo(organisations, ORGANISATION)]);
  if (noted) return { state: stateOf(schemas, noted), version: noted.version };
  return organisation && { state: { written: {}, begun: {} }, version: 0 };
}

/** Throws SettingsDoNotFit for a store that a newer version has written or begun to write. */
export async function refuseNewerStore(
  documents: Ports['documents'],
  collections: readonly Collection<never>[] = COLLECTIONS,
): Promise<void> {
  const noted = await schemasIn(documents);
  if (noted !== undefined) refuseNewer(noted.state, schemasOf(collections));
}

export function refuseNewer({ begun }: Schemas, known: SchemaNumbers): void {
  for (const [name, schema] of Object.entries(begun)) {
    const read = known[name];
    if (read !== undefined && schema <= read) continue;
    throw new SettingsDoNotFit(
      `This store was written by a newer version: it holds ${name} of schema ${schema}, and this version reads ${read === undefined ? 'none' : `up to ${read}`}. Start the newer version, or restore a backup that was made before the upgrade.`,
    );
  }
}
