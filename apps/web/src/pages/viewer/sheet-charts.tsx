import type { ReactNode } from 'react';
import type { Sheet, SheetChart } from '../../office/model.ts';
import { ChartFigure } from './chart-figure.tsx';
import type { SheetLayout } from './sheet-layout.ts';

/** Pixels of a point, and of a row in Excel. */
const POINT = 96 / 72;
const EXCEL_ROW = 20;
/** Pixels of a chart at least and at most. */
const [LEAST, MOST] = [120, 3000];

const within = (pixels: number): number => Math.min(MOST, Math.max(LEAST, pixels));

/** The begin of a cell, of those that are shown: parts of a cell count. Cells after the last one are of a usual size. */
function startOf(shown: readonly number[], sizes: (place: number) => number, cell: number, usual: number): number {
  const whole = Math.floor(cell);
  let at = 0;
  let place = 0;
  while (place < shown.length && (shown[place] ?? 0) < whole) at += sizes(place++);
  const last = shown.at(-1) ?? -1;
  if (whole > last) return at + (cell - last - 1) * usual;
  return shown[place] === whole ? at + (cell - whole) * sizes(place) : at;
}

type Props = Readonly<{
  sheet: Sheet;
  layout: SheetLayout;
  zoom: number;
  /** Pixels of a row, and before the first column. */
  row: number;
  left: number;
  /** The number of the chart that a search is at. */
  found: number | undefined;
}>;

/** Charts over the cells of a sheet. */
export const ChartsOfSheet = ({ sheet, layout, zoom, row, left, found }: Props): ReactNode =>
  (sheet.charts ?? []).map((one, index) => {
    const { rows, columns, widths, frozenRows } = layout;
    const across = (column: number): number =>
      startOf(columns, (place) => Math.round((widths[place] ?? 0) * zoom), column, 64 * zoom);
    const down = (at: number): number => startOf(rows, () => row, at, row);
    const [x, y] = [across(one.column), down(one.row)];
    const width = within(one.end === undefined ? one.width * POINT * zoom : across(one.end.column) - x);
    const height = within(one.end === undefined ? (one.height * POINT * row) / EXCEL_ROW : down(one.end.row) - y);
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the charts of one sheet have no other key
      <div key={index} role="row">
        <div
          role="cell"
          className="sheet-chart"
          data-found={found === index || undefined}
          ref={
            found === index ? (element) => element?.scrollIntoView({ block: 'nearest', inline: 'nearest' }) : undefined
          }
          style={{ left: left + x, top: Math.max(0, y - frozenRows * row), width, height }}
        >
          <ChartFigure chart={one.chart} width={width / POINT / zoom} height={height / POINT / zoom} />
        </div>
      </div>
    );
  });

/** A sheet that is charts alone. */
export const ChartSheet = ({ charts }: Readonly<{ charts: readonly SheetChart[] }>): ReactNode => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls has to be reached by keyboard
  <div className="paper-place" tabIndex={0} role="region" aria-label="Charts">
    {charts.map(({ chart, width, height }, index) => (
      <ChartFigure
        // oxlint-disable-next-line react/no-array-index-key -- the charts of one sheet have no other key
        key={index}
        chart={chart}
        width={width}
        height={height}
        style={{ width: 'min(900px, 100%)', aspectRatio: String(width / height), margin: '0 auto 16px' }}
      />
    ))}
  </div>
);
