import type { StoredDocument, Stretch } from '@strongroom/ports';
import type { Document } from 'mongodb';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { isWhole } from '../connection/reply.ts';
import { type Attempt, serverTime } from '../connection/serving.ts';
import { isStorable, refuseNumbers } from './changes.ts';
import { boundsOf, documentOf, type Row, shelfOf, within } from './layout.ts';

type Walk = Readonly<{ collection: string; below: number; limit: number; after: string | undefined }>;

/** What is asked, as it was when the call was made. Undefined where nothing can match. */
export function walkOf(collection: string, { below, limit, after }: Stretch): Walk | undefined {
  refuseNumbers([below, limit]);
  if (limit <= 0 || !isStorable(collection)) return undefined;
  return { collection, below, limit, after: after === undefined ? undefined : within(collection, after) };
}

/** So many documents are looked through in one call: a fraction of a second. */
const STRIDE = 20_000;

/** What was found, and the stored id up to which was looked; undefined at the end of the collection. */
type Stride = Readonly<{ documents: readonly StoredDocument[]; end: string | undefined }>;

/** What has an older schema, a stride from `after` on: no index is kept up for what an upgrade asks once. */
export async function answerOutdated(
  connection: MongoConnection,
  { collection, below, limit, after }: Walk,
  attempt: Attempt,
): Promise<Stride> {
  const { from, until } = boundsOf(collection);
  const beyond = (last: string | undefined) => (last === undefined ? { $gte: from } : { $gt: last });
  const end = await lastOfStride(connection, shelfOf(collection), { ...beyond(after), $lt: until }, attempt);
  const rows: Row[] = [];
  for (;;) {
    const { cursor } = await connection.run<Row>({
      find: shelfOf(collection),
      filter: {
        _id: { ...beyond(rows.at(-1)?._id ?? after), ...(end === undefined ? { $lt: until } : { $lte: end }) },
        schema: { $lt: below },
      },
      sort: { _id: 1 },
      limit: limit - rows.length,
      batchSize: limit - rows.length,
      maxTimeMS: serverTime(attempt),
      readConcern: connection.snapshot,
    });
    rows.push(...cursor.firstBatch);
    // An answer holds 16 MB: what is more is asked for from where it ended.
    if (isWhole(cursor) || rows.length >= limit || cursor.firstBatch.length === 0)
      return { documents: rows.map(documentOf), end };
  }
}

/** The id of the last document of a stride; undefined where the collection ends within it. Only ids are walked. */
async function lastOfStride(
  connection: MongoConnection,
  shelf: string,
  ids: Document,
  attempt: Attempt,
): Promise<string | undefined> {
  const { cursor } = await connection.run<Pick<Row, '_id'>>({
    find: shelf,
    filter: { _id: ids },
    projection: { _id: 1 },
    sort: { _id: 1 },
    skip: STRIDE - 1,
    limit: 1,
    maxTimeMS: serverTime(attempt),
    readConcern: connection.snapshot,
  });
  return cursor.firstBatch[0]?._id;
}
