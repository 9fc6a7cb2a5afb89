import type { Chart, ChartSeries, LegendSide } from '../../office/chart-model.ts';
import { type Box, ChartCanvas, type ChartShape } from './chart-canvas.ts';
import { drawPie } from './chart-pie.ts';
import { drawPlot } from './chart-plot.ts';
import { cutText, LINE, textWidth, wrapText } from './chart-text.ts';

const MAX_LEGEND_ROWS = 4;
/** Parts of a chart that its legend may take. */
const MAX_BESIDE = 0.34;

type Entry = Readonly<{ name: string; color: string; isLine: boolean }>;

export const isRound = ({ groups }: Chart): boolean => groups.some(({ mark }) => mark === 'pie' || mark === 'doughnut');

/** Whether a chart is of a kind that is drawn. */
export const isDrawn = ({ groups, problem }: Chart): boolean =>
  problem === undefined && groups.length > 0 && groups.every(({ mark }) => mark !== 'table');

/** The shapes of a chart on a place of a width and a height in points. */
export function layoutChart(chart: Chart, width: number, height: number): readonly ChartShape[] {
  const canvas = new ChartCanvas();
  const size = Math.max(5, Math.min(chart.size, width / 26, height / 15));
  const pad = size * 0.7;
  let box: Box = { left: pad, top: pad, right: width - pad, bottom: height - pad };
  if (chart.title !== '') {
    const large = Math.max(size, Math.min(chart.titleSize, height / 11, width / 16));
    const lines = wrapText(chart.title, large, (box.right - box.left) * 0.96, 2) ?? [
      cutText(chart.title, large, box.right - box.left),
    ];
    canvas.text(lines.join(' '), width / 2, box.top + large * 0.55, large, { isBold: true, lines });
    box = { ...box, top: box.top + large * (lines.length * LINE + 0.5) };
  }
  if (chart.legend !== undefined) box = drawLegend(canvas, entriesOf(chart), chart.legend, box, size);
  const [first] = chart.groups;
  if (isRound(chart) && first !== undefined) drawPie(canvas, chart, first, box, size);
  else drawPlot(canvas, chart, box, size);
  return canvas.all;
}

function entriesOf(chart: Chart): readonly Entry[] {
  const [first] = chart.groups;
  if (isRound(chart))
    return chart.categories.texts.map((name, index) => ({
      name,
      color: first?.series[0]?.points[index]?.color ?? first?.series[0]?.color ?? 'none',
      isLine: false,
    }));
  const isLine = ({ hasLine }: ChartSeries, mark: string): boolean =>
    mark === 'line' || (mark === 'scatter' && hasLine);
  const entries = chart.groups.flatMap(({ mark, series }) =>
    series
      .filter(({ isInLegend }) => isInLegend)
      .map((one) => ({ name: one.name, color: one.color, isLine: isLine(one, mark) })),
  );
  // Bars that lie on each other are named from the top.
  const isStackedBeside =
    chart.legend !== 'bottom' &&
    chart.legend !== 'top' &&
    chart.groups.every(({ mark, stack }) => mark === 'column' && stack !== 'none');
  return isStackedBeside ? entries.toReversed() : entries;
}

function drawLegend(canvas: ChartCanvas, entries: readonly Entry[], side: LegendSide, box: Box, size: number): Box {
  if (entries.length === 0) return box;
  const swatch = size * 1.6;
  const row = size * 1.45;
  const one = ({ name, color, isLine }: Entry, x: number, y: number, room: number): void => {
    if (isLine) canvas.path(`M${x} ${y}h${size * 1.2}`, { stroke: color, width: size / 5 });
    else canvas.box({ left: x + size * 0.3, right: x + size, top: y - size * 0.35, bottom: y + size * 0.35 }, color);
    canvas.text(cutText(name, size, room), x + swatch, y, size, { anchor: 'start' });
  };
  const full = box.right - box.left;
  const widest = Math.max(...entries.map(({ name }) => textWidth(name, size)));
  if (side === 'left' || side === 'right') {
    const room = Math.min(widest, full * MAX_BESIDE - swatch);
    const width = room + swatch + size;
    const fits = Math.max(1, Math.floor((box.bottom - box.top) / row));
    const shown = entries.slice(0, fits);
    const left = side === 'right' ? box.right - width + size : box.left;
    const top = (box.top + box.bottom) / 2 - (shown.length * row) / 2;
    for (const [index, entry] of shown.entries()) one(entry, left, top + row * (index + 0.5), room);
    return side === 'right' ? { ...box, right: box.right - width } : { ...box, left: box.left + width };
  }
  const rows: (readonly Entry[])[] = [];
  const gap = size * 1.2;
  const widthOf = ({ name }: Entry): number => Math.min(textWidth(name, size), full * 0.6) + swatch;
  const lengthOf = (some: readonly Entry[]): number => some.reduce((sum, entry) => sum + widthOf(entry) + gap, -gap);
  for (const entry of entries) {
    const longer = [...(rows.at(-1) ?? []), entry];
    if (rows.length > 0 && lengthOf(longer) <= full) rows[rows.length - 1] = longer;
    else if (rows.length < MAX_LEGEND_ROWS) rows.push([entry]);
  }
  const height = rows.length * row;
  const top = side === 'bottom' ? box.bottom - height : box.top;
  for (const [index, entriesOfRow] of rows.entries()) {
    let x = (box.left + box.right - lengthOf(entriesOfRow)) / 2;
    for (const entry of entriesOfRow) {
      one(entry, x, top + row * (index + 0.5), full * 0.6);
      x += widthOf(entry) + gap;
    }
  }
  const space = size * 0.4;
  return side === 'bottom' ? { ...box, bottom: top - space } : { ...box, top: box.top + height + space };
}
