import { type FocusEvent, useEffect, useRef } from 'react';
import { isFocusLost } from '../../../design/focus-back.ts';
import { rowOf } from '../../../design/list-keys.ts';
import { nearestRow, type Row, rowId } from './rows.ts';

const WANTED = 'strongroom:focus-on-list';
const OTHER_WISHES = ['keydown', 'pointerdown'] as const;

let isWanted = false;
const forget = (): void => {
  isWanted = false;
};

/** Gives the focus to the first row of the list of files, also of one that is still read, until a person does something else. */
export function wantListFocus(): void {
  isWanted = true;
  for (const name of OTHER_WISHES) addEventListener(name, forget, { capture: true, once: true });
  dispatchEvent(new Event(WANTED));
}

/** Makes a list take the focus that was asked for. `take` runs again where other rows come meanwhile. */
export function useListFocus(rows: readonly unknown[], take: () => void): void {
  useEffect(() => {
    const listen = (): void => {
      if (isWanted && rows.length > 0) take();
    };
    listen();
    addEventListener(WANTED, listen);
    return () => removeEventListener(WANTED, listen);
  }, [rows]);
}

const LAYER = '.veil, .pop, .viewer';

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
      const isElsewhere = relatedTarget instanceof Element && relatedTarget.closest(LAYER) === null;
      if (isElsewhere && !currentTarget.contains(relatedTarget)) focused.current = undefined;
    },
  };
}
