import type { Change, StoredDocument } from '@strongroom/ports';
import type { Ports } from '../../kernel/deps.ts';
import { SettingsUnfit } from '../../kernel/settings-unfit.ts';
import { type Collection, documentOf, intactStatesOf, refTo, stateOf } from '../../store/collection.ts';
import { COLLECTIONS, schemasOf } from '../../store/collections.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { PROCESSES, processes, type ServingProcess } from '../../store/processes.ts';
import { SCHEMAS, type SchemaNumbers, type Schemas, schemas } from '../../store/schemas.ts';

/**
 * The schemas of a store and the processes that serve it, with the versions of the documents that hold them: 0 if there
 * is none yet.
 */
export type RecordedSchemas = Readonly<{
  state: Schemas;
  version: number;
  serving: Readonly<{ processes: readonly ServingProcess[]; version: number }>;
}>;

/** Undefined for an empty store. A store without this document holds the first schema of each collection. */
export async function schemasIn(documents: Ports['documents']): Promise<RecordedSchemas | undefined> {
  const [noted, organisation, found] = await documents.read([
    refTo(schemas, SCHEMAS),
    refTo(organisations, ORGANISATION),
    refTo(processes, PROCESSES),
  ]);
  // A damaged list counts as empty, because each process enters itself again.
  const [known] = found ? intactStatesOf(processes, [found]) : [];
  const serving = { processes: listed(known?.processes), version: found?.version ?? 0 };
  if (noted) return { state: stateOf(schemas, noted), version: noted.version, serving };
  return organisation && { state: { written: {}, begun: {} }, version: 0, serving };
}

const listed = (found: readonly ServingProcess[] | undefined): readonly ServingProcess[] => found ?? [];

export const schemaIn = (numbers: SchemaNumbers, name: string): number => numbers[name] ?? 1;

/** Whether the store holds exactly what this version writes. */
export const isUpgraded = ({ written, begun }: Schemas, known: SchemaNumbers): boolean =>
  isEqual(written, known) && isEqual(begun, known);

export const isEqual = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Stores the next state of a document that exists once; `version` is 0 if it does not exist. */
export function putState<S>(collection: Collection<S>, state: S, version: number): Change {
  const document: StoredDocument = documentOf(collection, state, version + 1);
  return { collection: collection.name, ...(version === 0 ? { insert: document } : { replace: document }) };
}

/** Throws SettingsUnfit for a store that a newer version has written or begun to write, and for one before 0.2.0. */
export async function refuseUnreadableStore(
  documents: Ports['documents'],
  collections: readonly Collection<never>[] = COLLECTIONS,
): Promise<void> {
  const noted = await schemasIn(documents);
  if (noted !== undefined) refuseUnreadable(noted.state, collections);
}

/** Collections of 0.2.0 that are gone. It kept no documents in them. */
const GONE: SchemaNumbers = { events: 2 };

export function refuseUnreadable({ written, begun }: Schemas, collections: readonly Collection<never>[]): void {
  for (const { name, oldest } of collections)
    if (schemaIn(written, name) < oldest)
      throw new SettingsUnfit(
        `This store was written before version 0.2.0: it holds ${name} of schema ${schemaIn(written, name)}, and this version reads from ${oldest} on. Start version 0.2.0 on it, which upgrades it, and then this version.`,
      );
  const known = { ...GONE, ...schemasOf(collections) };
  for (const [name, schema] of Object.entries(begun)) {
    const read = known[name];
    if (read !== undefined && schema <= read) continue;
    throw new SettingsUnfit(
      `This store was written by a newer version: it holds ${name} of schema ${schema}, and this version reads ${read === undefined ? 'none' : `up to ${read}`}. Start the newer version, or restore a backup that was made before the upgrade.`,
    );
  }
}
