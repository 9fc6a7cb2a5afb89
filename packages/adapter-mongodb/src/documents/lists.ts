import type { Page, Selection, StoredDocument } from '@strongroom/ports';
import type { Document, Timestamp } from 'mongodb';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { isWhole } from '../connection/reply.ts';
import { type Attempt, serverTime } from '../connection/serving.ts';
import { isStorable, refuseNumbers } from './changes.ts';
import { documentOf, type Row, type Shelf, shelfOf, within } from './layout.ts';

/** The planner walks the stretches of at most so many keys side by side; with one more it reads them all and sorts. */
const MOST_KEYS = 200;

type Order = 1 | -1;
type Place = Readonly<{ position: number; _id: string }>;

/** A question as it was when the call was made: the caller's objects may change before it is sent. */
export type Question = Readonly<{
  shelf: Shelf;
  keys: readonly string[];
  position: Document | undefined;
  after: Place | undefined;
  limit: number;
  offset: number;
  order: Order;
}>;

const UNBOUNDED: Page = { limit: Number.MAX_SAFE_INTEGER };

/** Undefined where nothing can match. Throws TypeError for what is no number. */
export function questionOf(collection: string, selection: Selection, page: Page = UNBOUNDED): Question | undefined {
  const { from, until } = selection;
  const { limit, offset = 0, after, order } = page;
  refuseNumbers([limit, offset, ...[from, until, after?.position].filter((bound) => bound !== undefined)]);
  const storable = [...new Set(selection.anyOf)].filter(isStorable);
  const keys = isStorable(collection) ? storable.map((key) => within(collection, key)) : [];
  if (keys.length === 0 || limit <= 0) return undefined;
  const bounds = { ...(from !== undefined && { $gte: from }), ...(until !== undefined && { $lt: until }) };
  return {
    shelf: shelfOf(collection),
    keys,
    position: Object.keys(bounds).length === 0 ? undefined : bounds,
    after: after === undefined ? undefined : { position: after.position, _id: within(collection, after.id) },
    limit,
    offset,
    order: order === 'oldest' ? 1 : -1,
  };
}

/** `keys` only ever holds strings, so nothing that comes from outside can be an operator here. */
const selecting = ({ keys, position }: Pick<Question, 'keys' | 'position'>): Document => ({
  keys: keys.length === 1 ? keys[0] : { $in: keys },
  ...(position !== undefined && { position }),
});

/** The bound on the position is what the index is walked from; the pairs within it only leave out what is at that moment. */
function behind({ order, after }: Pick<Question, 'order' | 'after'>): Document {
  if (after === undefined) return {};
  const [further, bound] = order === 1 ? ['$gt', '$gte'] : ['$lt', '$lte'];
  return {
    $and: [{ position: { [bound]: after.position } }],
    $or: [{ position: { [further]: after.position } }, { _id: { [further]: after._id } }],
  };
}

/** The command behind a list of at most 200 keys. */
export const listCommand = (question: Question): Document => {
  const { shelf, order, limit, offset } = question;
  return {
    find: shelf,
    filter: { ...selecting(question), ...behind(question) },
    sort: { position: order, _id: order },
    ...(offset > 0 && { skip: offset }),
    limit,
    batchSize: limit,
  };
};

export async function answerList(
  connection: MongoConnection,
  question: Question,
  attempt: Attempt,
): Promise<readonly StoredDocument[]> {
  const { keys } = question;
  if (keys.length <= MOST_KEYS) return (await walk(connection, question, attempt)).rows.map(documentOf);
  return (await merged(connection, question, attempt)).map(documentOf);
}

/** Each part holds all that the page can have of its keys; what is skipped is so only once all are side by side. */
async function merged(connection: MongoConnection, question: Question, attempt: Attempt): Promise<readonly Row[]> {
  const { keys, limit, offset, order } = question;
  const rows = new Map<string, Row>();
  let time: Timestamp | undefined;
  for (let first = 0; first < keys.length; first += MOST_KEYS) {
    const part = { ...question, keys: keys.slice(first, first + MOST_KEYS), offset: 0, limit: offset + limit };
    const found = await walk(connection, part, attempt, time);
    time = found.time;
    for (const row of found.rows) rows.set(row._id, row);
  }
  const inOrder = [...rows.values()].toSorted((a, b) => order * comparePlaces(a, b));
  return inOrder.slice(offset, offset + limit);
}

const comparePlaces = (a: Place, b: Place): number =>
  a.position - b.position || Buffer.compare(Buffer.from(a._id), Buffer.from(b._id));

type Walked = Readonly<{ rows: readonly Row[]; time: Timestamp | undefined }>;

/** An answer holds 16 MB. What is more is asked for from where it ended, at the same point in time. */
async function walk(
  connection: MongoConnection,
  question: Question,
  attempt: Attempt,
  at?: Timestamp,
): Promise<Walked> {
  const rows: Row[] = [];
  let [rest, time] = [question, at];
  for (;;) {
    const { cursor } = await connection.run<Row>({
      ...listCommand(rest),
      maxTimeMS: serverTime(attempt),
      readConcern: time === undefined ? connection.snapshot : { level: 'snapshot', atClusterTime: time },
    });
    rows.push(...cursor.firstBatch);
    time = cursor.atClusterTime;
    const last = rows.at(-1);
    if (isWhole(cursor) || last === undefined || rows.length >= question.limit) return { rows, time };
    rest = { ...question, after: last, offset: 0, limit: question.limit - rows.length };
  }
}

/** Counts along an index, up to the limit of the question; no document is read. */
export const countCommand = (question: Question): Document => {
  const { shelf, limit } = question;
  const bound = limit < UNBOUNDED.limit ? [{ $limit: limit }] : [];
  return { aggregate: shelf, pipeline: [{ $match: selecting(question) }, ...bound, { $count: 'found' }], cursor: {} };
};

export async function answerCount(connection: MongoConnection, question: Question, attempt: Attempt): Promise<number> {
  const bounds = { maxTimeMS: serverTime(attempt), readConcern: connection.snapshot };
  const { cursor } = await connection.run<{ found: number }>({ ...countCommand(question), ...bounds });
  return cursor.firstBatch[0]?.found ?? 0;
}
