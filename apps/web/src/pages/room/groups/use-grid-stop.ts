import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { keyName } from '../../../base/key-table.ts';
import { cellAfter } from './grid-keys.ts';
import type { MatrixRow } from './matrix-rows.ts';

/** The cell that the Tab key leads to. `path`: of its row; undefined for the heads. */
type Stop = Readonly<{ path: string | undefined; column: number }>;

/** The one control of a cell that keys lead to; a cell without one has the focus itself. */
const CONTROL = 'a, .matrix-right';

/** The keys of the table of folders and groups: arrows go from cell to cell, and open or close a folder at its name. */
export function useGridStop(rows: readonly MatrixRow[], onToggle: (row: MatrixRow) => void) {
  const first = { path: rows[0]?.folder.path, column: 0 };
  const [chosen, setChosen] = useState<Stop>(first);
  const isDrawn = chosen.path === undefined || rows.some(({ folder }) => folder.path === chosen.path);
  const stop = isDrawn ? chosen : first;
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLTableElement>): void => {
    const cell = cellOf(target);
    const row = cell?.closest('tr');
    if (cell === undefined || row === null || row === undefined) return;
    const index = [...currentTarget.rows].indexOf(row);
    setChosen({ path: rows[index - 1]?.folder.path, column: cell.cellIndex });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const cell = cellOf(event.target);
    const drawn = [...event.currentTarget.rows];
    const place = drawn.findIndex((one) => one.contains(cell ?? null));
    if (cell === undefined || place < 0) return;
    const row = rows[place - 1];
    const toggles = row?.isOpen === true ? 'ArrowLeft' : 'ArrowRight';
    if (row?.hasFolders === true && cell.cellIndex === 0 && event.key === toggles) onToggle(row);
    else {
      const size = { row: drawn.length, column: drawn[0]?.cells.length ?? 0 };
      const next = cellAfter(keyName(event), { row: place, column: cell.cellIndex }, size);
      if (next === undefined) return;
      focusCell(event.currentTarget, drawn[next.row]?.cells[next.column]);
    }
    event.preventDefault();
  };
  /** The column of the stop where it is in a row, or in the heads. */
  const stopIn = (row: MatrixRow | undefined): number | undefined =>
    row?.folder.path === stop.path ? stop.column : undefined;
  return { stopIn, keys: { onFocus, onKeyDown } };
}

const cellOf = (target: EventTarget): HTMLTableCellElement | undefined =>
  target instanceof Element ? (target.closest<HTMLTableCellElement>('th, td') ?? undefined) : undefined;

/** The first column and the heads lie over the cells that scroll below them. */
function focusCell(table: HTMLTableElement, cell: HTMLTableCellElement | undefined): void {
  const corner = table.rows[0]?.cells[0];
  const part = table.parentElement;
  if (corner !== undefined && part !== null) {
    part.style.scrollPaddingInlineStart = `${corner.offsetWidth}px`;
    part.style.scrollPaddingBlockStart = `${corner.offsetHeight}px`;
  }
  (cell?.querySelector<HTMLElement>(CONTROL) ?? cell)?.focus();
}
