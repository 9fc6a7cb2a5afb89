import type { Page, Position, Selection } from '@strongroom/ports';
import { instant } from '../runtime/instant.ts';
import type { Connection } from './sqlite-connection.ts';
import { countStatement, mergeStatement, questionOf } from './sqlite-lists.ts';
import { integerOf, textOf } from './sqlite-statement.ts';

/** Maximum number of index rows that a statement compares, about 2 ms. Passing one document takes about one row per key. */
const MAX_COMPARED = 16_000;

/** Maximum number of documents that one statement passes, so that it does not block the event loop. */
export const strideOf = ({ anyOf }: Selection): number =>
  Math.min(2000, Math.max(50, Math.floor(MAX_COMPARED / new Set(anyOf).size)));

/** Maximum number of index rows that a statement passes together with the other reads of its turn. */
const SHORT = 512;

/** Whether a count up to `atMost` takes no turn of its own. */
export const isShort = ({ selection }: Pick<ListWalk, 'selection'>, atMost: number): boolean =>
  atMost > 0 && atMost * Math.max(1, new Set(selection.anyOf).size) <= SHORT;

/** Number of documents that a statement passed, and the place of the last one unless the list ended. */
export type Stride = Readonly<{ passed: number; last: Position | undefined }>;

/** A walk along a list, starting after `after`. */
export type ListWalk = Readonly<{ collection: string; selection: Selection } & Pick<Page, 'after' | 'order'>>;

/** Copies the selection, which the caller may change before the walk ends [DS-22]. */
export const walkOf = (
  collection: string,
  selection: Selection,
  { after, order }: Pick<Page, 'after' | 'order'>,
): ListWalk => ({
  collection,
  selection: { ...selection, anyOf: [...selection.anyOf] },
  ...(after && { after: { ...after } }),
  ...(order && { order }),
});

/** Passes the next `most` documents of a list; `most` is from 1 to `strideOf`. */
export const passStride = (
  connection: Connection,
  { collection, selection, ...page }: ListWalk,
  most: number,
): Stride => {
  const target = questionOf(collection, selection, page, [1, most - 1]);
  if (target === undefined) return { passed: 0, last: undefined };
  const place = connection
    .sql(mergeStatement(target.keys, page.order === 'oldest' ? 'ASC' : 'DESC'))
    .row(...target.values);
  if (place !== undefined)
    return { passed: most, last: { position: instant(integerOf(place, 'position')), id: textOf(place, 'id') } };
  const rest = questionOf(collection, selection, page, [most, 0]);
  const counted = rest && connection.sql(countStatement(rest.keys)).row(...rest.values);
  return { passed: counted === undefined ? 0 : integerOf(counted, 'found'), last: undefined };
};
