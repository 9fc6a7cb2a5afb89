import { foldedName } from '@strongroom/client';

/** How a list may be ordered by a column: by texts in natural order, by numbers, or not. */
export type SortKey<T> = (row: T) => string | number;

/** An order: the id of a column, with `-` in front from the end. */
export const columnOfOrder = (order: string): string => order.replace(/^-/, '');
export const isDescending = (order: string): boolean => order.startsWith('-');

/** The order after a press on the head of a column. */
export const orderAfterPress = (order: string, column: string): string =>
  columnOfOrder(order) === column && !isDescending(order) ? `-${column}` : column;

const NATURAL = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** Compares texts with their numbers as numbers: `2` before `10`. */
export const inNaturalOrder = (one: string, other: string): number => NATURAL.compare(one, other);
const compared = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : NATURAL.compare(String(one), String(other));

/** The rows in an order. Rows that are equal stay as they are; empty texts are last in both directions. */
export function orderRows<T>(rows: readonly T[], key: SortKey<T> | undefined, order: string): readonly T[] {
  if (key === undefined) return rows;
  const sign = isDescending(order) ? -1 : 1;
  return rows
    .map((row) => [row, key(row)] as const)
    .toSorted(([, one], [, other]) => {
      if ((one === '') !== (other === '')) return one === '' ? 1 : -1;
      return sign * compared(one, other);
    })
    .map(([row]) => row);
}

/** A text as people look for it: without letter case, accents and width. */
export const searchableText = (text: string): string =>
  foldedName(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '');

export const wordsIn = (sought: string): readonly string[] => searchableText(sought).split(/\s+/).filter(Boolean);

/** Whether a text has each of the sought words, in any order, whatever their letter case, accents and width. */
export function hasWords(text: string, sought: string): boolean {
  const searchable = searchableText(text);
  return wordsIn(sought).every((word) => searchable.includes(word));
}

/** The parts of a text, whether each is a place of a sought word: as `hasWords` compares them. */
export function partsByWords(text: string, sought: string): readonly Readonly<{ part: string; isHit: boolean }>[] {
  const characters = Array.from(text);
  /** For each letter of the searchable text, the character that it comes from. */
  const origins = characters.flatMap((one, index) => Array.from({ length: searchableText(one).length }, () => index));
  const searchable = characters.map(searchableText).join('');
  const hits = new Set<number>();
  for (const word of wordsIn(sought))
    for (let at = searchable.indexOf(word); at !== -1; at = searchable.indexOf(word, at + word.length))
      for (const origin of origins.slice(at, at + word.length)) hits.add(origin);
  const parts: { part: string; isHit: boolean }[] = [];
  for (const [index, one] of characters.entries()) {
    const last = parts.at(-1);
    // An accent that is a character of its own belongs to its letter.
    const isHit = searchableText(one) === '' ? last?.isHit === true : hits.has(index);
    if (last?.isHit === isHit) last.part += one;
    else parts.push({ part: one, isHit });
  }
  return parts;
}

/** Rows whose text has each of the sought words. */
export const rowsWithWords = <T>(rows: readonly T[], sought: string, textOf: (row: T) => string): readonly T[] =>
  wordsIn(sought).length === 0 ? rows : rows.filter((row) => hasWords(textOf(row), sought));
