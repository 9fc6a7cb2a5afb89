/** Rows that a person ticked, by id. `anchor` and `end`: of the range that was ticked last. */
export type Ticks<T> = Readonly<{
  rows: ReadonlyMap<string, T>;
  anchor: string | undefined;
  end?: string;
}>;

export const NO_TICKS: Ticks<never> = { rows: new Map<string, never>(), anchor: undefined };

type IdOf<T> = (row: T) => string;

/** Ticks or unticks one row. */
export function toggleTick<T>({ rows }: Ticks<T>, row: T, idOf: IdOf<T>): Ticks<T> {
  const next = new Map(rows);
  const id = idOf(row);
  if (!next.delete(id)) next.set(id, row);
  return { rows: next, anchor: id };
}

type Range<T> = Readonly<{ to: T; listed: readonly T[]; idOf: IdOf<T>; current?: T }>;

/**
 * Ticks all rows from the one that was ticked last, or else from `current`, to `to`. Another range from the same row
 * replaces the one before, so that a person who went too far goes back.
 */
export function extendTicks<T>(ticks: Ticks<T>, { to, listed, idOf, current = to }: Range<T>): Ticks<T> {
  const indexOf = (id: string | undefined): number => listed.findIndex((one) => idOf(one) === id);
  const anchor = indexOf(ticks.anchor) < 0 ? idOf(current) : ticks.anchor;
  const start = indexOf(anchor);
  const next = new Map(ticks.rows);
  if (anchor === ticks.anchor) for (const one of rowsBetween(listed, start, indexOf(ticks.end))) next.delete(idOf(one));
  for (const one of rowsBetween(listed, start, indexOf(idOf(to)))) next.set(idOf(one), one);
  return { rows: next, anchor, end: idOf(to) };
}

const rowsBetween = <T>(listed: readonly T[], start: number, end: number): readonly T[] =>
  start < 0 || end < 0 ? [] : listed.slice(Math.min(start, end), Math.max(start, end) + 1);

/** Ticks all rows that are listed. */
export const tickAll = <T>({ rows }: Ticks<T>, listed: readonly T[], idOf: IdOf<T>): Ticks<T> => ({
  rows: new Map([...rows, ...listed.map((row) => [idOf(row), row] as const)]),
  anchor: undefined,
});

/** Ticks all rows that are listed, or unticks them where all are. */
export function toggleAllTicks<T>(ticks: Ticks<T>, listed: readonly T[], idOf: IdOf<T>): Ticks<T> {
  if (!areAllTicked(ticks, listed, idOf)) return tickAll(ticks, listed, idOf);
  const next = new Map(ticks.rows);
  for (const row of listed) next.delete(idOf(row));
  return { rows: next, anchor: undefined };
}

/** Without the rows that may not be ticked. */
export const withoutRows = <T>(ticks: Ticks<T>, mayTick: (row: T) => boolean): Ticks<T> => ({
  ...ticks,
  rows: new Map([...ticks.rows].filter(([, row]) => mayTick(row))),
});

export const areAllTicked = <T>({ rows }: Ticks<T>, listed: readonly T[], idOf: IdOf<T>): boolean =>
  listed.length > 0 && rows.size >= listed.length && listed.every((row) => rows.has(idOf(row)));
