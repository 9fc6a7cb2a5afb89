import type { Page, Selection, StoredDocument } from '@strongroom/ports';
import { isStorable, refuseInexactNumbers } from '@strongroom/store-kit';
import type { Document, Timestamp } from 'mongodb';
import { type Attempt, serverTime } from '../connection/call-guard.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import type { DocumentFinder } from './finder.ts';
import { DOCUMENTS_COLLECTION, type MongoCollection, prefixedName } from './layout.ts';
import type { DecodedRow } from './row-decoder.ts';

/** Maximum number of keys whose index ranges the planner merges; with more it reads them all and sorts. */
const MAX_MERGED_KEYS = 200;

type Order = 1 | -1;
type ListPosition = Readonly<{ position: number; _id: string }>;

/** A query, copied when the call is made, because the caller may change its objects before they are sent. */
export type ListQuery = Readonly<{
  mongoCollection: MongoCollection;
  keys: readonly string[];
  position: Document | undefined;
  after: ListPosition | undefined;
  limit: number;
  offset: number;
  order: Order;
}>;

const UNBOUNDED: Page = { limit: Number.MAX_SAFE_INTEGER };

/** Undefined if nothing can match. Throws TypeError for numbers that are not exact integers. */
export function listQueryOf(collection: string, selection: Selection, page: Page = UNBOUNDED): ListQuery | undefined {
  const { from, until } = selection;
  const { limit, offset = 0, after, order } = page;
  refuseInexactNumbers([limit, offset, ...[from, until, after?.position].filter((bound) => bound !== undefined)]);
  const storable = [...new Set(selection.anyOf)].filter(isStorable);
  const keys = isStorable(collection) ? storable.map((key) => prefixedName(collection, key)) : [];
  if (keys.length === 0 || limit <= 0) return undefined;
  const bounds = { ...(from !== undefined && { $gte: from }), ...(until !== undefined && { $lt: until }) };
  return {
    mongoCollection: DOCUMENTS_COLLECTION,
    keys,
    position: Object.keys(bounds).length === 0 ? undefined : bounds,
    after: after === undefined ? undefined : { position: after.position, _id: prefixedName(collection, after.id) },
    limit,
    offset,
    order: order === 'oldest' ? 1 : -1,
  };
}

/** `keys` contains only strings, so input cannot inject an operator. */
const selecting = ({ keys, position }: Pick<ListQuery, 'keys' | 'position'>): Document => ({
  keys: keys.length === 1 ? keys[0] : { $in: keys },
  ...(position !== undefined && { position }),
});

/** The bound on the position is where the index walk starts; `$or` only drops documents of the same position. */
function afterPlace({ order, after }: Pick<ListQuery, 'order' | 'after'>): Document {
  if (after === undefined) return {};
  const [further, bound] = order === 1 ? ['$gt', '$gte'] : ['$lt', '$lte'];
  return {
    $and: [{ position: { [bound]: after.position } }],
    $or: [{ position: { [further]: after.position } }, { _id: { [further]: after._id } }],
  };
}

/** The command for a list of at most `MAX_MERGED_KEYS` keys. */
export const listCommand = (query: ListQuery): Document => {
  const { mongoCollection, order, limit, offset } = query;
  return {
    find: mongoCollection,
    filter: { ...selecting(query), ...afterPlace(query) },
    sort: { position: order, _id: order },
    ...(offset > 0 && { skip: offset }),
    limit,
    batchSize: limit,
  };
};

export async function answerList(
  finder: DocumentFinder,
  query: ListQuery,
  attempt: Pick<Attempt, 'left'>,
): Promise<readonly StoredDocument[]> {
  const isMerged = query.keys.length > MAX_MERGED_KEYS;
  const rows = isMerged ? await merged(finder, query, attempt) : (await walk(finder, query, attempt)).rows;
  return rows.map(({ document }) => document);
}

/** Reads parts of the keys, each long enough for the whole page; `offset` is applied after the merge. */
async function merged(
  finder: DocumentFinder,
  query: ListQuery,
  attempt: Pick<Attempt, 'left'>,
): Promise<readonly DecodedRow[]> {
  const { keys, limit, offset, order } = query;
  const rows = new Map<string, DecodedRow>();
  let time: Timestamp | undefined;
  for (let first = 0; first < keys.length; first += MAX_MERGED_KEYS) {
    const part = { ...query, keys: keys.slice(first, first + MAX_MERGED_KEYS), offset: 0, limit: offset + limit };
    const found = await walk(finder, part, attempt, time);
    time = found.time;
    for (const row of found.rows) rows.set(row._id, row);
  }
  const inOrder = [...rows.values()].toSorted((a, b) => order * comparePlaces(placeOf(a), placeOf(b)));
  return inOrder.slice(offset, offset + limit);
}

const placeOf = ({ _id, document: { position } }: DecodedRow): ListPosition => ({ position, _id });

const comparePlaces = (a: ListPosition, b: ListPosition): number =>
  a.position - b.position || Buffer.compare(Buffer.from(a._id), Buffer.from(b._id));

type Walked = Readonly<{ rows: readonly DecodedRow[]; time: Timestamp | undefined }>;

/** A reply holds 16 MB. A longer list is continued from its last document in the same snapshot. */
async function walk(
  finder: DocumentFinder,
  query: ListQuery,
  attempt: Pick<Attempt, 'left'>,
  at?: Timestamp,
): Promise<Walked> {
  const rows: DecodedRow[] = [];
  let [rest, time] = [query, at];
  for (;;) {
    const found = await finder.find({ ...listCommand(rest), maxTimeMS: serverTime(attempt) }, time);
    rows.push(...found.rows);
    time = found.time;
    const last = rows.at(-1);
    if (found.isWhole || last === undefined || rows.length >= query.limit) return { rows, time };
    rest = { ...query, after: placeOf(last), offset: 0, limit: query.limit - rows.length };
  }
}

/** Counts along an index up to the limit of the query, and reads no document. */
export const countCommand = (query: ListQuery): Document => {
  const { mongoCollection, limit } = query;
  const bound = limit < UNBOUNDED.limit ? [{ $limit: limit }] : [];
  return {
    aggregate: mongoCollection,
    pipeline: [{ $match: selecting(query) }, ...bound, { $count: 'found' }],
    cursor: {},
  };
};

export async function answerCount(
  connection: MongoConnection,
  query: ListQuery,
  attempt: Pick<Attempt, 'left'>,
): Promise<number> {
  const bounds = { maxTimeMS: serverTime(attempt), readConcern: connection.snapshot };
  const { cursor } = await connection.run<{ found: number }>({ ...countCommand(query), ...bounds });
  return cursor.firstBatch[0]?.found ?? 0;
}
