import type { DocumentStore, Secrets } from '@strongroom/ports';
import { refTo, stateOf } from '../store/collection.ts';
import { COLLECTIONS } from '../store/collections.ts';
import { SETTINGS, storeSettings } from '../store/settings.ts';
import { secretMarks } from './store-settings.ts';
import { schemaIn, schemasIn } from './upgrade/store-schemas.ts';

/** Documents of a collection that are counted at most. */
const LIMIT = 1000;

/** Findings about a store, before a start with a secret. */
export type BeforeStart = Readonly<{
  /** Whether the store is used with another secret than those that are accepted, for which the start is refused. */
  isOtherSecret: boolean;
  /** Documents in the form of an older version, counted up to a thousand of each collection; there is no way back for them. */
  outdated: number;
}>;

/** Looks at a store as a start does, and changes nothing. Throws Unavailable. */
export async function beforeStart(
  documents: DocumentStore,
  secrets: Pick<Secrets, 'deriveEach'> | undefined,
): Promise<BeforeStart> {
  const [stored] = await documents.read([refTo(storeSettings, SETTINGS)]);
  const isOtherSecret =
    stored !== undefined &&
    secrets !== undefined &&
    !secretMarks(secrets).includes(stateOf(storeSettings, stored).secret);
  const noted = await schemasIn(documents);
  const behind =
    noted === undefined ? [] : COLLECTIONS.filter(({ name, schema }) => schema > schemaIn(noted.state.written, name));
  const found = await Promise.all(
    behind.map(({ name, schema }) => documents.outdated(name, { below: schema, limit: LIMIT })),
  );
  return { isOtherSecret, outdated: found.flat().length };
}
