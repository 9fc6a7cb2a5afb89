import type { RowId } from '../values/ids.ts';

/** The index numbers of one place: of the folders and files directly in a folder, or in the top of the room. */
export type NumberRow = Readonly<{
  id: RowId;
  /** The highest number that was given, also to things that are gone. */
  last: number;
  /** The highest number that was given before others saw the place. A file from the bin does not keep one up to it. Absent: none was. */
  lastHidden?: number;
}>;

/** The index number of a folder or a file. It holds in the place that has this row, and nowhere else. */
export type IndexNumber = Readonly<{ row: RowId; number: number }>;

export type Numbered = Readonly<{ indexNumber?: IndexNumber }>;

/** Whether a thing has its number in this row already. */
export const isNumberedIn = ({ indexNumber }: Numbered, row: NumberRow): boolean => indexNumber?.row === row.id;

/** Gives the next number of a row to a thing that has none in it. Numbers of things that are gone are not given again. */
export function numberIn<T extends Numbered>(row: NumberRow, thing: T): Readonly<{ row: NumberRow; thing: T }> {
  if (isNumberedIn(thing, row)) return { row, thing };
  const number = row.last + 1;
  return { row: { ...row, last: number }, thing: { ...thing, indexNumber: { row: row.id, number } } };
}

/** The thing without a number, so that it gets the next one of its place. */
export function withoutNumber<T extends Numbered>(thing: T): Omit<T, 'indexNumber'> {
  const { indexNumber: _, ...rest } = thing;
  return rest;
}

/**
 * The folder as a new one, because others see it from now on: without its number. Files from the bin get another one in it too. The
 * old numbers would show that it was there.
 */
export function asUnseen<F extends OnWay>(folder: F): Omit<F, 'indexNumber'> {
  const { indexRow } = folder;
  return { ...withoutNumber(folder), ...(indexRow && { indexRow: { ...indexRow, lastHidden: indexRow.last } }) };
}

/** A file out of the bin, without its number if it was given before others saw the place. */
export const outOfBin = <F extends Numbered>(file: F, { lastHidden = 0 }: NumberRow): Omit<F, 'indexNumber'> =>
  file.indexNumber !== undefined && file.indexNumber.number <= lastHidden ? withoutNumber(file) : file;

type OnWay = Numbered & Readonly<{ indexRow?: NumberRow }>;

/**
 * The index of a thing: its number behind those of the folders above it. `way`: these folders from the top of the room on, with it.
 * Null where one of them has no number in its place.
 */
export function indexOf(way: readonly (OnWay | undefined)[], thing: Numbered): string | null {
  const numbers = [...way.slice(1), thing].map((one, index) => {
    const row = way[index]?.indexRow;
    return row !== undefined && one?.indexNumber?.row === row.id ? one.indexNumber.number : undefined;
  });
  return numbers.includes(undefined) ? null : numbers.join('.');
}
