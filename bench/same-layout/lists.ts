import type { Row } from './client.ts';
import type { Store } from './store.ts';

type Collection = 'documents' | 'events';
const within = (keys: readonly string[]) => ({ keys: keys.length === 1 ? keys[0] : { $in: keys } });

/** A page of the documents with any of the keys, newest first, after a place. */
export const page = async (
  store: Store,
  collection: Collection,
  keys: readonly string[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<readonly Row[]> => {
  const [place = '', id = ''] = cursor?.split(' ') ?? [];
  const position = Number(place);
  const behind = {
    $and: [{ position: { $lte: position } }],
    $or: [{ position: { $lt: position } }, { _id: { $lt: id } }],
  };
  const answer = await store.database.command({
    find: collection,
    filter: { ...within(keys), ...(cursor !== undefined && behind) },
    sort: { position: -1, _id: -1 },
    limit,
    batchSize: limit,
    readConcern: { level: 'snapshot' },
  });
  return answer.cursor.firstBatch as readonly Row[];
};

/** Counted along the index. */
export const count = async (store: Store, collection: Collection, keys: readonly string[]): Promise<number> => {
  const answer = await store.database.command({
    aggregate: collection,
    pipeline: [{ $match: within(keys) }, { $count: 'found' }],
    cursor: {},
    readConcern: { level: 'snapshot' },
  });
  return Number(answer.cursor.firstBatch[0]?.found ?? 0);
};

/** The page of the answer: the shown fields of each row, and the place of the next page. */
export const answered = (rows: readonly Row[], limit: number, total: number, show: (row: Row) => unknown) => {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.map(show),
    meta: { page: 1, per_page: limit, total, next_cursor: last ? `${last.position} ${last._id}` : null },
  };
};
