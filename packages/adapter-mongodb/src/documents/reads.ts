import type { Ref, StoredDocument } from '@strongroom/ports';
import { isStorable } from '@strongroom/store-kit';
import type { Document, Timestamp } from 'mongodb';
import { type Attempt, serverTime } from '../connection/call-guard.ts';
import type { Finder, Found } from './finder.ts';
import { DOCUMENT_COLLECTIONS, type DocumentCollection, mongoCollectionOf, within } from './layout.ts';
import type { Decoded } from './row-decoder.ts';

/** A ref as it is looked up; undefined for a name that no document can have. */
export type Lookup =
  | Readonly<
      { mongoCollection: DocumentCollection; id: string } | { mongoCollection: DocumentCollection; uniqueKey: string }
    >
  | undefined;

/** Copied when the call is made, because the caller may change its objects before they are sent. */
export function lookupOf(ref: Ref): Lookup {
  const mongoCollection = mongoCollectionOf(ref.collection);
  const name = 'id' in ref ? ref.id : ref.uniqueKey;
  if (!isStorable(name) || !isStorable(ref.collection)) return undefined;
  const stored = within(ref.collection, name);
  return 'id' in ref ? { mongoCollection, id: stored } : { mongoCollection, uniqueKey: stored };
}

type Names = Readonly<{ byId: Map<string, StoredDocument>; byUniqueKey: Map<string, StoredDocument> }>;

/** The result of any number of lookups in one snapshot. */
export class Reading {
  readonly #found: Readonly<Record<DocumentCollection, Names>>;

  constructor(rows: Readonly<Record<DocumentCollection, readonly Decoded[]>>) {
    this.#found = { documents: namesOf(rows.documents), events: namesOf(rows.events) };
  }

  at(lookup: Lookup): StoredDocument | undefined {
    if (lookup === undefined) return undefined;
    const { byId, byUniqueKey } = this.#found[lookup.mongoCollection];
    return 'id' in lookup ? byId.get(lookup.id) : byUniqueKey.get(lookup.uniqueKey);
  }
}

function namesOf(rows: readonly Decoded[]): Names {
  const names: Names = { byId: new Map(), byUniqueKey: new Map() };
  for (const { _id, uniqueKeys, document } of rows) {
    names.byId.set(_id, document);
    for (const key of uniqueKeys) names.byUniqueKey.set(key, document);
  }
  return names;
}

/** One round trip, or one per collection in the same snapshot. */
export async function readAll(
  finder: Finder,
  lookups: readonly Lookup[],
  attempt: Pick<Attempt, 'left'>,
): Promise<Reading> {
  const rows: Record<DocumentCollection, readonly Decoded[]> = { documents: [], events: [] };
  let time: Timestamp | undefined;
  for (const mongoCollection of DOCUMENT_COLLECTIONS) {
    const here = lookups.filter((lookup) => lookup?.mongoCollection === mongoCollection);
    if (here.length === 0) continue;
    const found = await find(finder, mongoCollection, here, attempt, time);
    rows[mongoCollection] = found.rows;
    time = found.time;
  }
  return new Reading(rows);
}

type Stretch = Pick<Found, 'rows' | 'time'>;

async function find(
  finder: Finder,
  mongoCollection: DocumentCollection,
  lookups: readonly Lookup[],
  attempt: Pick<Attempt, 'left'>,
  time?: Timestamp,
): Promise<Stretch> {
  const ids = new Set<string>();
  const keys = new Set<string>();
  for (const lookup of lookups)
    if (lookup !== undefined && 'id' in lookup) ids.add(lookup.id);
    else if (lookup !== undefined) keys.add(lookup.uniqueKey);
  const filter = filterOf([...ids], [...keys]);
  const batchSize = ids.size + keys.size + 1;
  const command = { find: mongoCollection, filter, batchSize, maxTimeMS: serverTime(attempt) };
  const found = await finder.find(command, time);
  return found.isWhole ? found : findInHalves(finder, mongoCollection, lookups, attempt, found.time);
}

/** A reply holds 16 MB. A larger result is read in parts from the same snapshot. */
async function findInHalves(...[finder, mongoCollection, lookups, attempt, time]: Required<Parameters<typeof find>>) {
  const middle = Math.ceil(lookups.length / 2);
  const rows: Decoded[] = [];
  for (const half of [lookups.slice(0, middle), lookups.slice(middle)])
    rows.push(...(await find(finder, mongoCollection, half, attempt, time)).rows);
  return { rows, time };
}

/** Each side of `$or` uses its own index. */
export const filterOf = (ids: readonly string[], keys: readonly string[]): Document => {
  if (keys.length === 0) return { _id: { $in: ids } };
  if (ids.length === 0) return { uniqueKeys: { $in: keys } };
  return { $or: [{ _id: { $in: ids } }, { uniqueKeys: { $in: keys } }] };
};
