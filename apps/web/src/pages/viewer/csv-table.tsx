import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { number, plural } from '../../base/format.ts';
import { cellsOf, separatorOf, startsOfRows } from './csv-rows.ts';
import { Highlit, type Marked } from './highlit.tsx';
import { rowAt } from './text-rows.ts';
import { type Scroller, VirtualRows } from './virtual-rows.tsx';

const ROW = 30;
const SAMPLED = 200;
const SIGN = 7.5;
const NARROWEST = 60;
const WIDEST = 360;
/** Of a table with more columns the rest is cut, and said. */
const MOST_COLUMNS = 300;
/** Signs of a cell that are shown. */
const MOST_SHOWN = 500;

/** A CSV text as a table with all of its rows. Its cells are texts; formulas stay what they are. */
export function CsvTable({ text, marked }: Readonly<{ text: string; marked: Marked }>): ReactNode {
  const separator = useMemo(() => separatorOf(text), [text]);
  const starts = useMemo(() => startsOfRows(text, separator), [text, separator]);
  const scroller = useRef<Scroller>(null);
  const cells = (row: number): readonly string[] =>
    row + 1 < starts.length ? cellsOf(text, starts[row] ?? 0, starts[row + 1] ?? 0, separator) : [];
  const count = Math.max(0, starts.length - 2);
  const { widths, left } = useMemo(() => {
    const sample = Array.from({ length: Math.min(SAMPLED, starts.length - 1) }, (_, row) => cells(row));
    const columns = sample.reduce((most, row) => Math.max(most, row.length), 0);
    const wide = Array.from({ length: Math.min(columns, MOST_COLUMNS) }, (_, column) => {
      const longest = sample.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
      return Math.min(WIDEST, Math.max(NARROWEST, 20 + longest * SIGN));
    });
    return { widths: wide, left: Math.max(0, columns - MOST_COLUMNS) };
  }, [text, starts, separator]);
  useEffect(() => {
    if (marked.offset !== undefined) scroller.current?.show(rowAt(starts, marked.offset) - 1);
  }, [marked.offset, starts]);
  const head = cells(0);
  const columns: CSSProperties = { gridTemplateColumns: `64px ${widths.map((width) => `${width}px`).join(' ')}` };
  const line = (values: readonly string[], role: 'cell' | 'columnheader'): ReactNode =>
    widths.map((_, column) => {
      const value = values[column] ?? '';
      return (
        // oxlint-disable-next-line react/no-array-index-key -- columns of a table have no other key
        <span
          key={column}
          role={role}
          className="cut"
          title={value.length * SIGN > WIDEST ? value.slice(0, MOST_SHOWN) : undefined}
        >
          <Highlit text={value.slice(0, MOST_SHOWN)} sought={marked.sought} />
        </span>
      );
    });
  return (
    <div className="viewer-space">
      <VirtualRows
        count={count}
        height={ROW}
        label="Table"
        role="table"
        className="csv-place"
        scroller={scroller}
        head={
          <div role="rowgroup" className="csv-head">
            <div role="row" aria-rowindex={1} className="csv-row" style={columns}>
              <span role="columnheader" className="soft">
                Row
              </span>
              {line(head, 'columnheader')}
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
              {number(row + 2)}
            </span>
            {line(cells(row + 1), 'cell')}
          </div>
        )}
      </VirtualRows>
      <p className="viewer-foot soft" role="status">
        {plural(count, 'row')} below the head
        {left > 0 && `, the first ${MOST_COLUMNS} of ${number(left + MOST_COLUMNS)} columns`}
      </p>
    </div>
  );
}
