import type { OutdatedPage, StoredDocument } from '@strongroom/ports';
import { isStorable, refuseInexactNumbers } from '@strongroom/store-kit';
import type { Document } from 'mongodb';
import { type Attempt, serverTime } from '../connection/call-guard.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { isWhole } from '../connection/reply.ts';
import { boundsOf, DOCUMENTS_COLLECTION, type DocumentRow, documentOf, prefixedName } from './layout.ts';

type Walk = Readonly<{ collection: string; below: number; limit: number; after: string | undefined }>;

/** The query, copied when the call is made. Undefined if nothing can match. */
export function walkOf(collection: string, { below, limit, after }: OutdatedPage): Walk | undefined {
  refuseInexactNumbers([below, limit]);
  if (limit <= 0 || !isStorable(collection)) return undefined;
  return { collection, below, limit, after: after === undefined ? undefined : prefixedName(collection, after) };
}

/** Number of documents one command looks through, in a fraction of a second. */
const STRIDE = 20_000;

/** `end` is the last stored id that was looked at; undefined at the end of the collection. */
type Stride = Readonly<{ documents: readonly StoredDocument[]; end: string | undefined }>;

/** Documents with an older schema in one stride after `after`. They have no index, because only an upgrade looks for them. */
export async function answerOutdated(
  connection: MongoConnection,
  { collection, below, limit, after }: Walk,
  attempt: Attempt,
): Promise<Stride> {
  const { from, until } = boundsOf(collection);
  const beyond = (last: string | undefined) => (last === undefined ? { $gte: from } : { $gt: last });
  const end = await lastOfStride(connection, DOCUMENTS_COLLECTION, { ...beyond(after), $lt: until }, attempt);
  const rows: DocumentRow[] = [];
  for (;;) {
    const { cursor } = await connection.run<DocumentRow>({
      find: DOCUMENTS_COLLECTION,
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
    // A reply holds 16 MB: a longer result is continued from its last document.
    if (isWhole(cursor) || rows.length >= limit || cursor.firstBatch.length === 0)
      return { documents: rows.map(documentOf), end };
  }
}

/** The id of the last document of a stride; undefined if the collection ends before. Reads only ids. */
async function lastOfStride(
  connection: MongoConnection,
  mongoCollection: string,
  ids: Document,
  attempt: Attempt,
): Promise<string | undefined> {
  const { cursor } = await connection.run<Pick<DocumentRow, '_id'>>({
    find: mongoCollection,
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
