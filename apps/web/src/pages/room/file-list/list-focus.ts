import { type FocusEvent, useEffect, useRef } from 'react';
import { isFocusLost, LAYERS } from '../../../design/focus-back.ts';
import { rowOf } from '../../../design/list-keys.ts';
import { nearestRow, type Row, rowId } from './rows.ts';

const WANTED = 'strongroom:focus-on-list';
const OTHER_WISHES = ['keydown', 'pointerdown'] as const;

type Wanted = 'first' | 'last' | Readonly<{ file: string }> | Readonly<{ folder: string }>;

let wanted: Wanted | undefined;
const forget = (): void => {
  wanted = undefined;
};

/** Gives the focus to a row of the list of files that is read next, until a person does something else. */
export function wantFocusOfNext(row: Wanted): void {
  wanted = row;
  for (const name of OTHER_WISHES) {
    // Added again, so that the key that is being pressed does not end its own wish.
    removeEventListener(name, forget, true);
    addEventListener(name, forget, { capture: true, once: true });
  }
}

/** Gives the focus to a row of the list of files, also of one that is still read, until a person does something else. */
export function wantListFocus(row: Wanted): void {
  wantFocusOfNext(row);
  dispatchEvent(new Event(WANTED));
}

/** Makes a list take the focus that was asked for. `take` runs again where other rows come meanwhile. */
export function useListFocus(rows: readonly Row[], take: (row: number) => void): void {
  useEffect(() => {
    const listen = (): void => {
      const row = placeIn(rows);
      if (rows[row] !== undefined) take(row);
    };
    listen();
    addEventListener(WANTED, listen);
    return () => removeEventListener(WANTED, listen);
  }, [rows]);
}

/** The place of the wanted row, -1 for none. */
function placeIn(rows: readonly Row[]): number {
  if (wanted === undefined) return -1;
  const of = wanted;
  if (of === 'first') return 0;
  if (of === 'last') return rows.length - 1;
  return rows.findIndex((row) =>
    'file' in of
      ? row.kind === 'file' && row.file.id === of.file
      : row.kind === 'folder' && row.folder.path === of.folder,
  );
}

/** Gives the focus to the nearest row when the row that has it leaves the list, such as by a deletion. */
export function useNearestRow(rows: readonly Row[], enter: (row: number) => void) {
  const focused = useRef<string>(undefined);
  const before = useRef(rows);
  useEffect(() => {
    const listed = before.current;
    before.current = rows;
    if (listed === rows || focused.current === undefined || !isFocusLost()) return;
    const next = nearestRow(listed.map(rowId), rows.map(rowId), focused.current);
    if (next !== undefined) enter(next);
  }, [rows]);
  return {
    onFocus: (event: FocusEvent): void => {
      // Not the menu of the row, whose events come through the list too.
      if (!event.currentTarget.contains(event.target)) return;
      const row = rows[rowOf(event) ?? -1];
      focused.current = row && rowId(row);
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent): void => {
      // A dialog gives it back.
      const isElsewhere = relatedTarget instanceof Element && relatedTarget.closest(LAYERS) === null;
      if (isElsewhere && !currentTarget.contains(relatedTarget)) focused.current = undefined;
    },
  };
}
