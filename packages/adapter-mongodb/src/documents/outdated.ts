import type { StoredDocument, Stretch } from '@strongroom/ports';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { isWhole } from '../connection/reply.ts';
import type { Attempt } from '../connection/serving.ts';
import { isStorable, refuseNumbers } from './changes.ts';
import { boundsOf, documentOf, type Row, shelfOf, within } from './layout.ts';

type Walk = Readonly<{ collection: string; below: number; limit: number; after: string | undefined }>;

/** What is asked, as it was when the call was made. Undefined where nothing can match. */
export function walkOf(collection: string, { below, limit, after }: Stretch): Walk | undefined {
  refuseNumbers([below, limit]);
  if (limit <= 0 || !isStorable(collection)) return undefined;
  return { collection, below, limit, after: after === undefined ? undefined : within(collection, after) };
}

/** What has an older schema, by a walk through all of the collection: no index is kept up for what an upgrade asks once. */
export async function answerOutdated(
  connection: MongoConnection,
  { collection, below, limit, after }: Walk,
  attempt: Attempt,
): Promise<readonly StoredDocument[]> {
  const { from, until } = boundsOf(collection);
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1)?._id ?? after;
    const { cursor } = await connection.run<Row>({
      find: shelfOf(collection),
      filter: { _id: { ...(last === undefined ? { $gte: from } : { $gt: last }), $lt: until }, schema: { $lt: below } },
      sort: { _id: 1 },
      limit: limit - rows.length,
      batchSize: limit - rows.length,
      maxTimeMS: attempt.left(),
      readConcern: connection.snapshot,
    });
    rows.push(...cursor.firstBatch);
    // An answer holds 16 MB: what is more is asked for from where it ended.
    if (isWhole(cursor) || rows.length >= limit || cursor.firstBatch.length === 0) return rows.map(documentOf);
  }
}
