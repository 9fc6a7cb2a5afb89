import { type CSSProperties, type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { formatNumber, plural } from '../../base/format.ts';
import type { Sheet } from '../../office/model.ts';
import { ColumnEdge, useWidths } from './column-edge.tsx';
import { Highlighted } from './highlit.tsx';
import { type CellPlace, columnName } from './sheet-cells.ts';
import { ChartsOfSheet } from './sheet-charts.tsx';
import { cellsOfRow, inkOn, type LaidCell, mergedByRow, type SheetLayout, textsToFit } from './sheet-layout.ts';
import { type Scroller, VirtualRows } from './virtual-rows.tsx';

const ROW = 26;
/** Signs of a cell that are shown. */
const MAX_SHOWN = 500;
const DIGIT = 9;
const INDENT = 12;
/** Columns that stay in sight leave as much of the window to the others. */
const MOST_FROZEN = 0.5;

type Props = Readonly<{
  sheet: Sheet;
  layout: SheetLayout;
  zoom: number;
  sought: string;
  /** The place that a search is at. */
  found: CellPlace | undefined;
  scroller: RefObject<Scroller | null>;
}>;

/** A sheet of a workbook: its cells as they look, of which only the rows in sight exist. */
export function SheetGrid({ sheet, layout: usual, zoom, sought, found, scroller }: Props): ReactNode {
  const { own, change } = useWidths(sheet);
  const layout = useMemo(
    () => ({ ...usual, widths: usual.widths.map((width, place) => own.get(usual.columns[place] ?? -1) ?? width) }),
    [usual, own],
  );
  const { rows, frozenRows, columns, widths, left } = layout;
  const [chosen, setChosen] = useState<Omit<CellPlace, 'sheet'>>();
  const merged = useMemo(() => mergedByRow(sheet), [sheet]);
  const height = Math.round(ROW * zoom);
  const numberWidth = Math.round((20 + DIGIT * String(sheet.rows.length).length) * zoom);
  const pixels = useMemo(() => widths.map((width) => Math.round(width * zoom)), [widths, zoom]);
  const starts = useMemo(() => {
    let start = numberWidth;
    return pixels.map((width) => {
      start += width;
      return start - width;
    });
  }, [pixels, numberWidth]);
  const frozenEnd = starts[layout.frozenColumns] ?? 0;
  const frozenColumns = frozenEnd > innerWidth * MOST_FROZEN ? 0 : layout.frozenColumns;
  const line: CSSProperties = {
    height,
    gridTemplateColumns: `${numberWidth}px ${pixels.map((width) => `${width}px`).join(' ')}`,
    fontSize: `${zoom}em`,
    lineHeight: `${height - 1}px`,
  };
  const shown = useRef<CellPlace>(undefined);
  /** Brings the place of a search into sight when it is drawn, once. */
  const show = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || shown.current === found) return;
      shown.current = found;
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    [found],
  );
  const stuck = (place: number): CSSProperties | undefined =>
    place < frozenColumns ? { position: 'sticky', insetInlineStart: starts[place], zIndex: 1 } : undefined;
  const cell = ({ column, place, span, text, look, goesOn }: LaidCell, row: number): ReactNode => {
    const isFound = found !== undefined && found.chart === undefined && found.row === row && found.column === column;
    const isChosen = chosen !== undefined && chosen.row === row && chosen.column === column;
    const { align, indent = 0, isBold, isItalic, tone, fill } = look;
    return (
      <span
        key={column}
        ref={isFound ? show : undefined}
        role="cell"
        aria-colindex={place + 2}
        aria-colspan={span > 1 ? span : undefined}
        className="cut"
        data-cell={`${row} ${column}`}
        data-tone={fill === undefined ? tone : undefined}
        data-on={goesOn || undefined}
        data-found={isFound || undefined}
        data-chosen={isChosen || undefined}
        style={{
          gridColumn: span > 1 ? `span ${span}` : undefined,
          textAlign: align,
          paddingInlineStart: indent > 0 ? 8 + indent * INDENT : undefined,
          fontWeight: isBold ? 600 : undefined,
          fontStyle: isItalic ? 'italic' : undefined,
          ...(fill !== undefined && { background: fill, color: inkOn(fill) }),
          ...stuck(place),
          ...(isFound && {
            scrollMarginInlineStart: frozenColumns > 0 ? frozenEnd : numberWidth,
            scrollMarginBlockStart: (frozenRows + 1) * height,
          }),
        }}
      >
        {span > 1 ? (
          // In sight as long as a part of its cell is.
          <span className="sheet-wide" style={{ insetInlineStart: numberWidth + 8 }}>
            <Highlighted text={text.slice(0, MAX_SHOWN)} sought={sought} />
          </span>
        ) : (
          <Highlighted text={text.slice(0, MAX_SHOWN)} sought={sought} />
        )}
      </span>
    );
  };
  const drawn = (row: number, place: number, style: CSSProperties | undefined): ReactNode => (
    <div
      key={row}
      role="row"
      aria-rowindex={place + 2}
      className={style === undefined ? 'sheet-row' : 'sheet-row sheet-line'}
      style={{ ...style, ...line }}
    >
      <span role="rowheader" className="sheet-number soft number">
        {row + 1}
      </span>
      {cellsOfRow(sheet, layout, row, merged.get(row)).map((one) => cell(one, row))}
    </div>
  );
  const text = chosen && sheet.rows[chosen.row]?.[chosen.column];
  const hidden = sheet.rows.length - rows.length;
  return (
    <>
      <VirtualRows
        count={rows.length - frozenRows}
        height={height}
        label={sheet.name}
        role="table"
        className="sheet-place"
        scroller={scroller}
        onPress={(target) => {
          const [row, column] = target.closest<HTMLElement>('[data-cell]')?.dataset['cell']?.split(' ') ?? [];
          setChosen(row === undefined ? undefined : { row: Number(row), column: Number(column) });
        }}
        over={
          <ChartsOfSheet
            sheet={sheet}
            layout={layout}
            zoom={zoom}
            row={height}
            left={numberWidth}
            found={found?.chart}
          />
        }
        head={
          <div role="rowgroup" className="sheet-head">
            <div role="row" aria-rowindex={1} className="sheet-row sheet-names" style={line}>
              <span role="columnheader" className="sheet-number">
                <span className="hidden-visually">Row</span>
              </span>
              {columns.map((column, place) => (
                <span key={column} role="columnheader" style={stuck(place)}>
                  {columnName(column)}
                  <ColumnEdge
                    width={widths[place] ?? 0}
                    zoom={zoom}
                    texts={() => textsToFit(sheet, usual, column)}
                    onChange={(width) => change(column, width)}
                  />
                </span>
              ))}
            </div>
            {rows.slice(0, frozenRows).map((row, place) => drawn(row, place, undefined))}
          </div>
        }
      >
        {(place, style) => drawn(rows[place + frozenRows] ?? 0, place + frozenRows, style)}
      </VirtualRows>
      <p className="viewer-foot soft" role="status">
        {text === undefined || text === '' || chosen === undefined ? (
          <>
            {plural(rows.length, 'row')}
            {hidden > 0 && `, ${formatNumber(hidden)} hidden`}
            {left > 0 && `, the first ${columns.length} of ${formatNumber(left + columns.length)} columns`}
          </>
        ) : (
          <>
            <b>
              {columnName(chosen.column)}
              {chosen.row + 1}
            </b>{' '}
            {text}
          </>
        )}
      </p>
    </>
  );
}
