import type { Ref, StoredDocument } from '@strongroom/ports';
import type { Document, Timestamp } from 'mongodb';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { isWhole } from '../connection/reply.ts';
import { type Attempt, serverTime } from '../connection/serving.ts';
import { isStorable } from './changes.ts';
import { documentOf, type Row, SHELVES, type Shelf, shelfOf, within } from './layout.ts';

/** A ref as it is looked up; nothing can be there for one that no store could hold. */
export type Lookup = Readonly<{ shelf: Shelf; id: string } | { shelf: Shelf; uniqueKey: string }> | undefined;

/** Made when the call is: the caller's objects may change before it is sent. */
export function lookupOf(ref: Ref): Lookup {
  const shelf = shelfOf(ref.collection);
  const name = 'id' in ref ? ref.id : ref.uniqueKey;
  if (!isStorable(name) || !isStorable(ref.collection)) return undefined;
  const stored = within(ref.collection, name);
  return 'id' in ref ? { shelf, id: stored } : { shelf, uniqueKey: stored };
}

type Found = Readonly<{ byId: Map<string, Row>; byUniqueKey: Map<string, Row> }>;

/** What was found at one point in time, for any number of lookups. */
export class Reading {
  readonly #found: Readonly<Record<Shelf, Found>>;

  constructor(rows: Readonly<Record<Shelf, readonly Row[]>>) {
    this.#found = { documents: foundIn(rows.documents), events: foundIn(rows.events) };
  }

  at(lookup: Lookup): StoredDocument | undefined {
    if (lookup === undefined) return undefined;
    const { byId, byUniqueKey } = this.#found[lookup.shelf];
    const row = 'id' in lookup ? byId.get(lookup.id) : byUniqueKey.get(lookup.uniqueKey);
    return row && documentOf(row);
  }
}

const foundIn = (rows: readonly Row[]): Found => ({
  byId: new Map(rows.map((row) => [row._id, row])),
  byUniqueKey: new Map(rows.flatMap((row) => row.uniqueKeys?.map((key) => [key, row] as const) ?? [])),
});

/** Looks everything up in one round trip, or in one for either shelf at the same point in time. */
export async function readAll(
  connection: MongoConnection,
  lookups: readonly Lookup[],
  attempt: Pick<Attempt, 'left'>,
): Promise<Reading> {
  const rows: Record<Shelf, readonly Row[]> = { documents: [], events: [] };
  let time: Timestamp | undefined;
  for (const shelf of SHELVES) {
    const here = lookups.filter((lookup) => lookup?.shelf === shelf);
    if (here.length === 0) continue;
    const found = await find(connection, shelf, here, attempt, time);
    rows[shelf] = found.rows;
    time = found.time;
  }
  return new Reading(rows);
}

type Stretch = Readonly<{ rows: readonly Row[]; time: Timestamp }>;

async function find(
  connection: MongoConnection,
  shelf: Shelf,
  lookups: readonly Lookup[],
  attempt: Pick<Attempt, 'left'>,
  time?: Timestamp,
): Promise<Stretch> {
  const ids = new Set(lookups.flatMap((lookup) => (lookup && 'id' in lookup ? [lookup.id] : [])));
  const keys = new Set(lookups.flatMap((lookup) => (lookup && 'uniqueKey' in lookup ? [lookup.uniqueKey] : [])));
  const batchSize = ids.size + keys.size + 1;
  const { cursor } = await connection.run<Row>({
    find: shelf,
    filter: filterOf([...ids], [...keys]),
    batchSize,
    maxTimeMS: serverTime(attempt),
    readConcern: time === undefined ? connection.snapshot : { level: 'snapshot', atClusterTime: time },
  });
  const found: Stretch = { rows: cursor.firstBatch, time: cursor.atClusterTime };
  return isWhole(cursor) ? found : findInHalves(connection, shelf, lookups, attempt, found.time);
}

/** An answer holds 16 MB. What is more is asked for in parts, at the same point in time. */
async function findInHalves(...[connection, shelf, lookups, attempt, time]: Required<Parameters<typeof find>>) {
  const middle = Math.ceil(lookups.length / 2);
  const rows: Row[] = [];
  for (const half of [lookups.slice(0, middle), lookups.slice(middle)])
    rows.push(...(await find(connection, shelf, half, attempt, time)).rows);
  return { rows, time };
}

/** Each side of it is found by an index of its own. */
export const filterOf = (ids: readonly string[], keys: readonly string[]): Document => {
  if (keys.length === 0) return { _id: { $in: ids } };
  if (ids.length === 0) return { uniqueKeys: { $in: keys } };
  return { $or: [{ _id: { $in: ids } }, { uniqueKeys: { $in: keys } }] };
};
