import { naturalKey } from '../values/folding.ts';
import type { FolderId } from '../values/ids.ts';
import { type Folder, nameOfFolder } from './folder.ts';

/**
 * The place of a folder among the folders beside it: texts compare by code units. Two parts, on a line each: the name of a sibling
 * or the own one, in natural order, and a fraction that places folders after it.
 */
export type SiblingOrder = string;

/** Maximum number of folders in one place that are ordered. */
export const MAX_ORDERED = 1000;
/** Maximum length of a fraction. A longer one makes those of all folders with its name short. */
export const MAX_FRACTION = 64;

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
/** A name that no folder has, and that sorts before all others. */
const BEGINNING = '0';

/** A folder that was not ordered is placed by its name, whatever else is there. */
export const orderOf = ({ order, path }: Pick<Folder, 'order' | 'path'>): SiblingOrder =>
  order ?? `1${naturalKey(nameOfFolder(path))}\n`;

/** Folders of one place in their order. */
export const sortSiblings = <F extends Pick<Folder, 'order' | 'path' | 'id'>>(some: readonly F[]): readonly F[] =>
  some.toSorted(
    (one, other) => compare(orderOf(one), orderOf(other)) || compare(one.path, other.path) || compare(one.id, other.id),
  );

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The folder where its name puts it. */
export function withoutOrder<F extends Pick<Folder, 'order'>>(folder: F): Omit<F, 'order'> {
  const { order: _, ...rest } = folder;
  return rest;
}

/**
 * The folders that change when one gets a place, counted from 1, among the folders that the caller sees beside it. Nothing changes
 * if it has that place. Others change only where two of the caller's have the same order.
 */
export function reorderFolders(folder: Folder, siblings: readonly Folder[], position: number): readonly Folder[] {
  const { others, index } = placeAt(folder, siblings, position);
  const before = sortSiblings([...others, folder]).findIndex(({ id }) => id === folder.id);
  if (index === before) return [];
  const [previous, next] = [others[index - 1], others[index]].map((one) => one && orderOf(one));
  if (previous === undefined || next === undefined || previous < next)
    return [{ ...folder, order: between(previous, next) }];
  const end = others.findIndex((one, at) => at > index && orderOf(one) !== previous);
  const [after, same] = end === -1 ? [undefined, others.slice(index)] : [others[end], others.slice(index, end)];
  let last = previous;
  return [folder, ...same].map((one) => {
    last = between(last, after && orderOf(after));
    return { ...one, order: last };
  });
}

/** The one or two folders that are beside a folder at that position. */
export function neighbours(folder: Folder, siblings: readonly Folder[], position: number): readonly Folder[] {
  const { others, index } = placeAt(folder, siblings, position);
  return others.slice(Math.max(index - 1, 0), index + 1);
}

function placeAt(folder: Folder, siblings: readonly Folder[], position: number) {
  const others = sortSiblings(siblings.filter(({ id }) => id !== folder.id));
  return { others, index: Math.min(position - 1, others.length) };
}

/** Whether an order of these is so long that it has to be shortened. */
export const isCrowded = (changed: readonly Folder[]): boolean =>
  changed.some((one) => partsOf(orderOf(one))[1].length > MAX_FRACTION);

/**
 * The changed folders of a place, and those beside them that get shorter orders. `beside`: all folders of the place, also those that
 * the caller does not see. All keep their order, and equal orders stay equal, so that no reader notices.
 */
export function shortened(changed: readonly Folder[], beside: readonly Folder[]): readonly Folder[] {
  const ids = new Set(changed.map(({ id }) => id));
  const names = new Set(changed.map((one) => partsOf(orderOf(one))[0]));
  const all = [...beside.filter(({ id }) => !ids.has(id)), ...changed];
  const orders = new Set(all.map(orderOf).filter((order) => names.has(partsOf(order)[0])));
  const short = new Map(
    [...names].flatMap((name) => evenly([...orders].filter((order) => partsOf(order)[0] === name))),
  );
  return all.flatMap((one) => {
    const order = orderOf(one);
    const next = short.get(order) ?? order;
    return next !== order ? [{ ...one, order: next }] : ids.has(one.id) ? [one] : [];
  });
}

/** Short orders at even distances, for those of one name. An empty fraction, that of the folder which has the name, stays. */
function evenly(orders: readonly SiblingOrder[]): readonly (readonly [SiblingOrder, SiblingOrder])[] {
  const sorted = orders.filter((order) => partsOf(order)[1] !== '').toSorted(compare);
  const digits = Math.ceil(Math.log(sorted.length + 1) / Math.log(DIGITS.length)) + 1;
  const step = DIGITS.length ** digits / (sorted.length + 1);
  return sorted.map((order, index) => {
    const fraction = Math.floor(step * (index + 1))
      .toString(DIGITS.length)
      .padStart(digits, '0');
    return [order, `${partsOf(order)[0]}\n${fraction.replace(/0+$/u, '')}`];
  });
}

/** The position of each folder among those beside it that the caller sees. */
export const positionsOf = (siblings: readonly Folder[]): ReadonlyMap<FolderId, number> =>
  new Map(sortSiblings(siblings).map(({ id }, index) => [id, index + 1]));

function between(previous: SiblingOrder | undefined, next: SiblingOrder | undefined): SiblingOrder {
  const [name, fraction] = previous === undefined ? [BEGINNING, ''] : partsOf(previous);
  const [nameOfNext, end] = next === undefined ? [] : partsOf(next);
  return `${name}\n${middle(fraction, nameOfNext === name ? end : undefined)}`;
}

function partsOf(order: SiblingOrder): readonly [name: string, fraction: string] {
  const line = order.indexOf('\n');
  return [order.slice(0, line), order.slice(line + 1)];
}

/** A fraction between two, of which the first is the smaller one; no end is 1. No fraction ends with 0. */
function middle(from: string, end: string | undefined): string {
  if (end !== undefined) {
    let common = 0;
    while ((from[common] ?? '0') === end[common]) common++;
    if (common > 0) return end.slice(0, common) + middle(from.slice(common), end.slice(common));
  }
  const low = from === '' ? 0 : DIGITS.indexOf(from.charAt(0));
  const high = end === undefined ? DIGITS.length : DIGITS.indexOf(end.charAt(0));
  if (high - low > 1) return DIGITS.charAt((low + high) >> 1);
  return end !== undefined && end.length > 1 ? end.charAt(0) : DIGITS.charAt(low) + middle(from.slice(1), undefined);
}
