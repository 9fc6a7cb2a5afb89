import type { Page, Selection, StoredDocument } from '@strongroom/ports';
import { isStorable, refuseNumbers } from '@strongroom/store-kit';
import type { Statement } from '../connection/session.ts';
import type { Sessions } from '../connection/sessions.ts';
import { COLUMNS, documentOf, escaped, storable } from './rows.ts';

/** A query with its values, copied when the call is made, because the caller may change its objects before they are sent. */
export type Query = Readonly<{ statement: Statement; values: readonly unknown[] }>;

type Order = 'newest' | 'oldest';

/**
 * The places of one key within bounds, in order. They are consecutive in the primary key of `keys`, so nothing is sorted,
 * and at most as many are read of each key as the page needs in all.
 */
const places = (order: Order): string => {
  const direction = order === 'newest' ? 'DESC' : 'ASC';
  return `SELECT position, id FROM keys
    WHERE collection = $1 AND key = wanted.key AND position >= $3 AND position < $4
      AND (position, id) ${order === 'newest' ? '<' : '>'} ($5, $6)
    ORDER BY position ${direction}, id ${direction} LIMIT $7`;
};

/** DISTINCT, because a document may have several of the keys [DS-14]. */
const merged = (order: Order): string =>
  `SELECT DISTINCT place.position, place.id
    FROM unnest($2::text[]) AS wanted(key) CROSS JOIN LATERAL (${places(order)}) AS place`;

const list = (order: Order): Statement => {
  const direction = order === 'newest' ? 'DESC' : 'ASC';
  return {
    name: `list-${order}`,
    text: `SELECT ${COLUMNS}
      FROM (${merged(order)} ORDER BY position ${direction}, id ${direction} OFFSET $8 LIMIT $9) AS place
      JOIN documents AS d ON d.collection = $1 AND d.id = place.id
      ORDER BY place.position ${direction}, place.id ${direction}`,
  };
};

const LISTS: Readonly<Record<Order, Statement>> = { newest: list('newest'), oldest: list('oldest') };

/** Stops at the limit, and reads no document. */
const COUNT: Statement = {
  name: 'count',
  text: `SELECT count(*) AS found FROM (${merged('oldest')} LIMIT $7) AS place`,
};

/** Beyond every position, and text because no number is. */
const BEYOND = { least: '-9223372036854775808', most: '9223372036854775807' };

/** The values of the bounds; undefined if nothing can match. Throws TypeError for numbers that are not exact integers. */
function boundsOf(
  collection: string,
  { anyOf, from, until }: Selection,
  { after, order = 'newest' }: Pick<Page, 'after' | 'order'>,
): readonly unknown[] | undefined {
  refuseNumbers([from, until, after?.position].filter((bound) => bound !== undefined));
  const keys = [...new Set(storable(anyOf))];
  if (keys.length === 0 || !isStorable(collection)) return undefined;
  const start = order === 'newest' ? BEYOND.most : BEYOND.least;
  return [
    escaped(collection),
    keys,
    from ?? BEYOND.least,
    until ?? BEYOND.most,
    after?.position ?? start,
    after === undefined || !isStorable(after.id) ? '' : escaped(after.id),
  ];
}

/** Undefined if nothing can match. Throws TypeError. */
export function listQueryOf(collection: string, selection: Selection, page: Page): Query | undefined {
  const { limit, offset = 0, order = 'newest' } = page;
  refuseNumbers([limit, offset]);
  const bounds = boundsOf(collection, selection, page);
  if (bounds === undefined || limit <= 0) return undefined;
  return { statement: LISTS[order], values: [...bounds, limit + offset, offset, limit] };
}

/** Undefined if nothing can match. Throws TypeError. */
export function countQueryOf(collection: string, selection: Selection, atMost?: number): Query | undefined {
  if (atMost !== undefined) refuseNumbers([atMost]);
  const bounds = boundsOf(collection, selection, { order: 'oldest' });
  if (bounds === undefined || (atMost !== undefined && atMost <= 0)) return undefined;
  return { statement: COUNT, values: [...bounds, atMost ?? null] };
}

export const answerList = async (
  sessions: Sessions,
  { statement, values }: Query,
): Promise<readonly StoredDocument[]> => (await sessions.run(statement, values)).map(documentOf);

export async function answerCount(sessions: Sessions, { statement, values }: Query): Promise<number> {
  const [row] = await sessions.run(statement, values);
  return Number(row?.found ?? 0);
}
