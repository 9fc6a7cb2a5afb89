import { type KeyboardEvent, useRef } from 'react';
import { extendTicks, NO_TICKS, type Ticks, tickAll, toggleTick } from '../base/ticks.ts';
import { isNowhere, listCommandOf, rowAfter, rowOf } from './list-keys.ts';
import { usePageKeys } from './page-keys.ts';

type Keyed<T> = Readonly<{
  /** All that are found; the first of them are drawn. */
  rows: readonly T[];
  idOf: (row: T) => string;
  ticks: Ticks<T>;
  /** Absent where rows cannot be ticked. */
  onTicks: ((ticks: Ticks<T>) => void) | undefined;
}>;

/** Rows that a Page key goes over. */
const PAGE = 10;
const BOX = 'td.box input';
const NAME = 'td.first a';

/** The keys of a list: arrows go over the rows, Space ticks, Shift ticks ranges, Ctrl+A ticks all, and Escape none. */
export function useRowKeys<T>(props: Keyed<T>) {
  const body = useRef<HTMLTableSectionElement>(null);
  /** Around the field that finds rows. */
  const finder = useRef<HTMLDivElement>(null);
  usePageKeys((event) => {
    const { rows, idOf, ticks, onTicks } = props;
    const command = listCommandOf(event);
    if (command === 'enter' && isNowhere(event)) focusRow(body.current, 0, NAME);
    else if (command === 'select all' && onTicks !== undefined) onTicks(tickAll(ticks, rows, idOf));
    else if (command === 'clear' && onTicks !== undefined && ticks.rows.size > 0) onTicks(NO_TICKS);
    else if (event.key === '/' && finder.current !== null) finder.current.querySelector('input')?.focus();
    else return false;
    return true;
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const { rows, idOf, ticks, onTicks } = props;
    const at = rowOf(event);
    const row = at === undefined ? undefined : rows[at];
    const place = placeOf(event.target);
    if (at === undefined || row === undefined || place === undefined) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && place === NAME && onTicks !== undefined)
      onTicks(event.shiftKey ? extendTicks(ticks, { to: row, listed: rows, idOf }) : toggleTick(ticks, row, idOf));
    else {
      const drawn = body.current?.rows.length ?? 0;
      const next = rowAfter(event.key, at, drawn, PAGE);
      if (next === undefined) return;
      const to = rows[next] ?? row;
      if (event.shiftKey) onTicks?.(extendTicks(ticks, { to, listed: rows, idOf, current: row }));
      focusRow(body.current, next, place);
    }
    event.preventDefault();
  };
  const onFinderKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'ArrowDown' && (event.key !== 'Escape' || hasText(event.target))) return;
    focusRow(body.current, 0, NAME);
    event.preventDefault();
  };
  return { body, onKeyDown, finder, onFinderKeyDown };
}

const hasText = (field: EventTarget): boolean => field instanceof HTMLInputElement && field.value !== '';

/** The place in its row where a key leads to the same place of another row. */
const placeOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? [BOX, NAME].find((place) => target.matches(place)) : undefined;

function focusRow(body: HTMLElement | null, index: number, place: string): void {
  const row = body?.querySelector(`[data-index="${index}"]`);
  for (const selector of [place, BOX, NAME]) {
    const found = row?.querySelector<HTMLElement>(selector);
    if (found === null || found === undefined) continue;
    found.focus();
    return;
  }
}
