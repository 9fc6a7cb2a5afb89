import { type CSSProperties, type ReactNode, type RefObject, useCallback, useMemo, useRef } from 'react';
import { formatNumber, plural } from '../../base/format.ts';
import { ColumnEdge, useWidths } from './column-edge.tsx';
import { Highlighted } from './highlit.tsx';
import { type Scroller, VirtualRows } from './virtual-rows.tsx';

const ROW = 30;
const HEAD = -1;
const SAMPLED = 200;
const FITTED = 20_000;
const SIGN = 8;
const NARROWEST = 60;
const WIDEST = 360;
/** Columns beyond it are left out, and the page says so. */
const MAX_COLUMNS = 300;
/** A number, as tables of money have it: `1 234.50`, `(12)`, `3,5 %`. */
const NUMBER = /^[-+(]?\d[\d.,' \u00A0]*\)?\s?%?$/;
/** Signs of a cell that are shown. */
const MAX_SHOWN = 500;

type Props = Readonly<{
  label: string;
  /** Rows below the head. */
  count: number;
  cells: (row: number) => readonly string[];
  /** The names of the columns. */
  head: () => readonly string[];
  /** The number of the first row. */
  from: number;
  sought: string;
  /** The place that a search is at; -1 is the row of the head. The offset is in the text of the cell. */
  current: Readonly<{ row: number; column: number; offset: number }> | undefined;
  zoom: number;
  scroller: RefObject<Scroller | null>;
}>;

/** Rows of the whole table: the last rows of a list have the longest numbers. */
function sampleOf(count: number, cells: Props['cells'], most: number): readonly (readonly string[])[] {
  const step = Math.max(1, (count - 1) / (most - 1));
  return Array.from({ length: Math.min(most, count) }, (_, part) => cells(Math.floor(part * step)));
}

/** A table of texts, of which only the rows in sight exist. Formulas and markup stay what they are. */
export function Grid({ label, count, cells, head, from, sought, current, zoom, scroller }: Props): ReactNode {
  const { own, change } = useWidths(cells);
  const { names, usual, numeric, left } = useMemo(() => {
    const sample = sampleOf(count, cells, SAMPLED);
    const named = head();
    const columns = Math.max(named.length, ...sample.map(({ length }) => length));
    const wide = Array.from({ length: Math.min(columns, MAX_COLUMNS) }, (_, column) => {
      const longest = Math.max(named[column]?.length ?? 0, ...sample.map((row) => row[column]?.length ?? 0));
      return Math.min(WIDEST, Math.max(NARROWEST, 32 + longest * SIGN));
    });
    const ofNumbers = wide.map((_, column) => {
      const values = sample.map((row) => row[column] ?? '').filter((value) => value !== '');
      return values.length > 0 && values.every((value) => NUMBER.test(value));
    });
    return { names: named, usual: wide, numeric: ofNumbers, left: Math.max(0, columns - MAX_COLUMNS) };
  }, [count, cells, head]);
  const widths = usual.map((width, column) => own.get(column) ?? width);
  const height = Math.round(ROW * zoom);
  const columns: CSSProperties = {
    height,
    gridTemplateColumns: [64, ...widths].map((width) => `${Math.round(width * zoom)}px`).join(' '),
    fontSize: `${zoom}em`,
    lineHeight: `${height}px`,
  };
  const shown = useRef<object>(undefined);
  /** Brings the place of a search into sight when it is drawn, once. */
  const show = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || shown.current === current) return;
      shown.current = current;
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    [current],
  );
  const line = (values: readonly string[], role: 'cell' | 'columnheader', row: number): ReactNode =>
    widths.map((_, column) => {
      const value = values[column] ?? '';
      const cut = value.slice(0, MAX_SHOWN);
      const isCurrent = current?.row === row && current.column === column;
      return (
        // oxlint-disable-next-line react/no-array-index-key -- columns of a table have no other key
        <span
          key={column}
          ref={isCurrent ? show : undefined}
          role={role}
          className={(role === 'cell' ? NUMBER.test(value) : numeric[column]) ? 'cut csv-number' : 'cut'}
          title={value.length * SIGN > WIDEST ? cut : undefined}
        >
          <Highlighted text={cut} sought={sought} current={isCurrent ? current.offset : undefined} />
          {role === 'columnheader' && (
            <ColumnEdge
              width={widths[column] ?? 0}
              zoom={zoom}
              texts={() => [value, ...sampleOf(count, cells, FITTED).map((one) => one[column] ?? '')]}
              onChange={(width) => change(column, width)}
            />
          )}
        </span>
      );
    });
  return (
    <>
      <VirtualRows
        count={count}
        height={height}
        label={label}
        role="table"
        className="csv-place"
        scroller={scroller}
        head={
          <div role="rowgroup" className="csv-head">
            <div role="row" aria-rowindex={1} className="csv-row" style={columns}>
              <span role="columnheader" className="soft">
                Row
              </span>
              {line(names, 'columnheader', HEAD)}
            </div>
          </div>
        }
      >
        {(row, style) => (
          <div
            key={row}
            role="row"
            aria-rowindex={row + 2}
            className="csv-row csv-line"
            style={{ ...style, ...columns }}
          >
            <span role="rowheader" className="soft number">
              {formatNumber(row + from)}
            </span>
            {line(cells(row), 'cell', row)}
          </div>
        )}
      </VirtualRows>
      <p className="viewer-foot soft" role="status">
        {plural(count, 'row')}
        {left > 0 && `, the first ${MAX_COLUMNS} of ${formatNumber(left + MAX_COLUMNS)} columns`}
      </p>
    </>
  );
}
