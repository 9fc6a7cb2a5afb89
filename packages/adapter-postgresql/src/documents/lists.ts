import type { Page, Selection } from '@strongroom/ports';
import { isStorable, refuseInexactNumbers } from '@strongroom/store-kit';
import type { Statement } from '../connection/session.ts';
import { DOCUMENT_COLUMNS, escapeName, storableNames } from './rows.ts';

export type ListOrder = 'newest' | 'oldest';

type Bounds = Readonly<{
  collection: string;
  keys: readonly string[];
  least: number | string;
  most: number | string;
  after_position: number | string;
  after_id: string;
}>;

/** The values of a list. `reach`: rows that are read of each key. The names are those of the columns of `QUERIES`. */
export type ListQuery = Readonly<{
  order: ListOrder;
  values: Bounds & Readonly<{ reach: number; skip: number; size: number }>;
}>;

/** The values of a count. `reach` is null without a limit. */
export type CountQuery = Bounds & Readonly<{ reach: number | null }>;

const BOUNDS = `collection text, keys text[], least bigint, most bigint, after_position bigint, after_id text, reach bigint`;

/** Queries as rows, so that one statement answers any number of them. */
const queries = (more: string): string => `json_to_recordset($1) AS q(nth bigint, ${BOUNDS}${more})`;

/**
 * The places of one key within bounds, in order. They are consecutive in the primary key of `keys`, so nothing is sorted,
 * and at most as many are read of each key as the page needs in all.
 */
const places = (order: ListOrder): string => {
  const direction = order === 'newest' ? 'DESC' : 'ASC';
  return `SELECT position, id FROM keys
    WHERE collection = q.collection AND key = wanted.key AND position >= q.least AND position < q.most
      AND (position, id) ${order === 'newest' ? '<' : '>'} (q.after_position, q.after_id)
    ORDER BY position ${direction}, id ${direction} LIMIT q.reach`;
};

/** DISTINCT, because a document may have several of the keys [DS-14]. */
const merged = (order: ListOrder): string =>
  `SELECT DISTINCT place.position, place.id
    FROM unnest(q.keys) AS wanted(key) CROSS JOIN LATERAL (${places(order)}) AS place`;

/** The limit of one document keeps the planner from joining whole tables, however many rows it expects. */
const list = (order: ListOrder): Statement => {
  const direction = order === 'newest' ? 'DESC' : 'ASC';
  return {
    name: `list-${order}`,
    text: `SELECT q.nth, ${DOCUMENT_COLUMNS} FROM ${queries(', skip bigint, size bigint')} CROSS JOIN LATERAL
        (${merged(order)} ORDER BY position ${direction}, id ${direction} OFFSET q.skip LIMIT q.size) AS place
      CROSS JOIN LATERAL (SELECT * FROM documents WHERE collection = q.collection AND id = place.id LIMIT 1) AS d
      ORDER BY q.nth, place.position ${direction}, place.id ${direction}`,
  };
};

export const LISTS: Readonly<Record<ListOrder, Statement>> = { newest: list('newest'), oldest: list('oldest') };

/** Each stops at its limit, and reads no document. */
export const COUNTS: Statement = {
  name: 'counts',
  text: `SELECT q.nth, place.found FROM ${queries('')} CROSS JOIN LATERAL
    (SELECT count(*) AS found FROM (${merged('oldest')} LIMIT q.reach) AS place) AS place`,
};

/** Bounds beyond every position, as texts: no JavaScript number is exact there. */
const BEYOND = { least: '-9223372036854775808', most: '9223372036854775807' };

/** The values of the bounds; undefined if nothing can match. Throws TypeError for numbers that are not exact integers. */
function boundsOf(
  collection: string,
  { anyOf, from, until }: Selection,
  { after, order = 'newest' }: Pick<Page, 'after' | 'order'>,
): Bounds | undefined {
  refuseInexactNumbers([from, until, after?.position].filter((bound) => bound !== undefined));
  const keys = [...new Set(storableNames(anyOf))];
  if (keys.length === 0 || !isStorable(collection)) return undefined;
  const start = order === 'newest' ? BEYOND.most : BEYOND.least;
  return {
    collection: escapeName(collection),
    keys,
    least: from ?? BEYOND.least,
    most: until ?? BEYOND.most,
    after_position: after?.position ?? start,
    after_id: after === undefined || !isStorable(after.id) ? '' : escapeName(after.id),
  };
}

/** Undefined if nothing can match. Throws TypeError. Copied, because the caller may change its objects before they are sent. */
export function listQueryOf(collection: string, selection: Selection, page: Page): ListQuery | undefined {
  const { limit, offset = 0, order = 'newest' } = page;
  refuseInexactNumbers([limit, offset]);
  const bounds = boundsOf(collection, selection, page);
  if (bounds === undefined || limit <= 0) return undefined;
  return { order, values: { ...bounds, reach: limit + offset, skip: offset, size: limit } };
}

/** Undefined if nothing can match. Throws TypeError. */
export function countQueryOf(collection: string, selection: Selection, atMost?: number): CountQuery | undefined {
  if (atMost !== undefined) refuseInexactNumbers([atMost]);
  const bounds = boundsOf(collection, selection, { order: 'oldest' });
  if (bounds === undefined || (atMost !== undefined && atMost <= 0)) return undefined;
  return { ...bounds, reach: atMost ?? null };
}
