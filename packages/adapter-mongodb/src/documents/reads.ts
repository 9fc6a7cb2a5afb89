import { isStorable, type Ref, type StoredDocument } from '@strongroom/ports';
import type { Document, Timestamp } from 'mongodb';
import { type Attempt, serverTime } from '../connection/call-guard.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { isWhole } from '../connection/reply.ts';
import {
  DOCUMENT_COLLECTIONS,
  type DocumentCollection,
  documentOf,
  mongoCollectionOf,
  type Row,
  within,
} from './layout.ts';

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

type Found = Readonly<{ byId: Map<string, Row>; byUniqueKey: Map<string, Row> }>;

/** The result of any number of lookups in one snapshot. */
export class Reading {
  readonly #found: Readonly<Record<DocumentCollection, Found>>;

  constructor(rows: Readonly<Record<DocumentCollection, readonly Row[]>>) {
    this.#found = { documents: foundIn(rows.documents), events: foundIn(rows.events) };
  }

  at(lookup: Lookup): StoredDocument | undefined {
    if (lookup === undefined) return undefined;
    const { byId, byUniqueKey } = this.#found[lookup.mongoCollection];
    const row = 'id' in lookup ? byId.get(lookup.id) : byUniqueKey.get(lookup.uniqueKey);
    return row && documentOf(row);
  }
}

const foundIn = (rows: readonly Row[]): Found => ({
  byId: new Map(rows.map((row) => [row._id, row])),
  byUniqueKey: new Map(rows.flatMap((row) => row.uniqueKeys?.map((key) => [key, row] as const) ?? [])),
});

/** One round trip, or one per collection in the same snapshot. */
export async function readAll(
  connection: MongoConnection,
  lookups: readonly Lookup[],
  attempt: Pick<Attempt, 'left'>,
): Promise<Reading> {
  const rows: Record<DocumentCollection, readonly Row[]> = { documents: [], events: [] };
  let time: Timestamp | undefined;
  for (const mongoCollection of DOCUMENT_COLLECTIONS) {
    const here = lookups.filter((lookup) => lookup?.mongoCollection === mongoCollection);
    if (here.length === 0) continue;
    const found = await find(connection, mongoCollection, here, attempt, time);
    rows[mongoCollection] = found.rows;
    time = found.time;
  }
  return new Reading(rows);
}

type Stretch = Readonly<{ rows: readonly Row[]; time: Timestamp }>;

async function find(
  connection: MongoConnection,
  mongoCollection: DocumentCollection,
  lookups: readonly Lookup[],
  attempt: Pick<Attempt, 'left'>,
  time?: Timestamp,
): Promise<Stretch> {
  const ids = new Set(lookups.flatMap((lookup) => (lookup && 'id' in lookup ? [lookup.id] : [])));
  const keys = new Set(lookups.flatMap((lookup) => (lookup && 'uniqueKey' in lookup ? [lookup.uniqueKey] : [])));
  const batchSize = ids.size + keys.size + 1;
  const { cursor } = await connection.run<Row>({
    find: mongoCollection,
    filter: filterOf([...ids], [...keys]),
    batchSize,
    maxTimeMS: serverTime(attempt),
    readConcern: time === undefined ? connection.snapshot : { level: 'snapshot', atClusterTime: time },
  });
  const found: Stretch = { rows: cursor.firstBatch, time: cursor.atClusterTime };
  return isWhole(cursor) ? found : findInHalves(connection, mongoCollection, lookups, attempt, found.time);
}

/** A reply holds 16 MB. A larger result is read in parts from the same snapshot. */
async function findInHalves(
  ...[connection, mongoCollection, lookups, attempt, time]: Required<Parameters<typeof find>>
) {
  const middle = Math.ceil(lookups.length / 2);
  const rows: Row[] = [];
  for (const half of [lookups.slice(0, middle), lookups.slice(middle)])
    rows.push(...(await find(connection, mongoCollection, half, attempt, time)).rows);
  return { rows, time };
}

/** Each side of `$or` uses its own index. */
export const filterOf = (ids: readonly string[], keys: readonly string[]): Document => {
  if (keys.length === 0) return { _id: { $in: ids } };
  if (ids.length === 0) return { uniqueKeys: { $in: keys } };
  return { $or: [{ _id: { $in: ids } }, { uniqueKeys: { $in: keys } }] };
};
