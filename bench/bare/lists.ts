import type { Row, Store } from './driver.ts';

const stretch = (key: number): string => `SELECT position, id FROM keys
  WHERE collection = ?1 AND key = ?${key} AND (position, id) < (?2, ?3)`;

const stretches = (keys: number): string => Array.from({ length: keys }, (_, at) => stretch(6 + at)).join(' UNION ');

/** A page of the documents with any of the keys, newest first, after a place. */
export const page = (
  store: Store,
  collection: string,
  keys: readonly string[],
  stop: { limit: number; cursor?: string | undefined; offset?: number },
): readonly Row[] => {
  const [position = '9007199254740992', id = ''] = stop.cursor?.split(' ') ?? [];
  const sql = `SELECT d.id, d.version, d.position, d.keys, d.unique_keys, d.body
    FROM (${stretches(keys.length)} ORDER BY position DESC, id DESC LIMIT ?4 OFFSET ?5) AS place
    CROSS JOIN documents AS d ON d.collection = ?1 AND d.id = place.id
    ORDER BY place.position DESC, place.id DESC`;
  const rows = store.sql(sql).all(collection, BigInt(position), id, stop.limit, stop.offset ?? 0, ...keys);
  return rows as readonly Row[];
};

export const count = (store: Store, collection: string, keys: readonly string[]): number =>
  store.total(collection, keys, () =>
    Number(
      store
        .sql(`SELECT count(*) AS found FROM (${stretches(keys.length)} LIMIT ?4 OFFSET ?5)`)
        .get(collection, 2n ** 53n, '', -1, 0, ...keys)?.found,
    ),
  );

/** The page of the answer: the shown fields of each row, and the place of the next page. */
export const answered = (rows: readonly Row[], limit: number, total: number, show: (row: Row) => unknown) => {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.map(show),
    meta: { page: 1, per_page: limit, total, next_cursor: last ? `${last.position} ${last.id}` : null },
  };
};
