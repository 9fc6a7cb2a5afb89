import type { Chart, ChartAxis, ChartGroup } from '../../office/chart-model.ts';
import { type Box, type ChartCanvas, toPoint } from './chart-canvas.ts';
import { categoryAt } from './chart-categories.ts';
import { textWidth } from './chart-text.ts';
import { inkOn } from './sheet-layout.ts';

export type Plot = Readonly<{
  canvas: ChartCanvas;
  chart: Chart;
  box: Box;
  size: number;
  upAt: (axis: ChartAxis, value: number) => number;
  acrossAt: (axis: ChartAxis, value: number) => number;
  /** Bars lie. */
  isFlat: boolean;
}>;

type Place = readonly [x: number, y: number];
type Span = readonly [from: number, to: number];

/** From where to where each value goes, for series that stand on each other. */
export function stacked({
  stack,
  series,
}: Pick<ChartGroup, 'stack' | 'series'>): readonly (readonly (Span | undefined)[])[] {
  if (stack === 'none')
    return series.map(({ points }) => points.map(({ value }) => (value === undefined ? undefined : [0, value])));
  const up: number[] = [];
  const down: number[] = [];
  const whole = (index: number): number =>
    stack === 'share' ? series.reduce((sum, { points }) => sum + Math.abs(points[index]?.value ?? 0), 0) || 1 : 1;
  return series.map(({ points }) =>
    points.map(({ value }, index): Span | undefined => {
      if (value === undefined) return undefined;
      const sums = value < 0 ? down : up;
      const from = sums[index] ?? 0;
      sums[index] = from + value / whole(index);
      return [from, sums[index]];
    }),
  );
}

export function drawBars(
  { canvas, chart, box, size, upAt, acrossAt, isFlat }: Plot,
  group: ChartGroup,
  axis: ChartAxis,
): void {
  const { series, stack, gap, overlap, hasLabelsInside } = group;
  const { texts, isReversed } = chart.categories;
  const count = Math.max(1, texts.length);
  const step = (isFlat ? box.bottom - box.top : box.right - box.left) / count;
  const beside = stack === 'none' ? series.length : 1;
  const part = stack === 'none' ? 1 - overlap : 0;
  const thick = step / (1 + (beside - 1) * part + gap);
  const at = isFlat ? acrossAt : upAt;
  const base = axis.isLog ? axis.min : Math.min(axis.max, Math.max(axis.min, 0));
  const spans = stacked(group);
  for (const [number, { points, color }] of series.entries())
    for (const [index, { color: own = color, label }] of points.entries()) {
      const span = spans[number]?.[index];
      if (span === undefined) continue;
      const [start, end] = [at(axis, span[0] === 0 ? base : span[0]), at(axis, span[1])];
      const order = stack === 'none' ? number : 0;
      const begin = index * step + (gap * thick) / 2 + order * part * thick;
      const low = (isFlat ? !isReversed : isReversed) ? count * step - begin - thick : begin;
      const offset = (isFlat ? box.top : box.left) + low;
      const bar: Box = isFlat
        ? { left: Math.min(start, end), right: Math.max(start, end), top: offset, bottom: offset + thick }
        : { left: offset, right: offset + thick, top: Math.min(start, end), bottom: Math.max(start, end) };
      if (own !== 'none') canvas.box(bar, own);
      if (label === undefined) continue;
      const length = Math.abs(end - start);
      const [x, y] = [(bar.left + bar.right) / 2, (bar.top + bar.bottom) / 2];
      const needed = isFlat ? textWidth(label, size) : size;
      const isIn = hasLabelsInside || stack !== 'none';
      if (isIn && length >= needed * 1.05 && (isFlat || textWidth(label, size) <= thick * 1.3))
        canvas.label(label, x, y, size, { ink: own === 'none' ? 'currentColor' : inkOn(own) });
      else if (stack === 'none') {
        const away = Math.sign(end - start || (isFlat ? 1 : -1));
        if (isFlat) canvas.label(label, end + away * size * 0.4, y, size, { anchor: away < 0 ? 'end' : 'start' });
        else canvas.label(label, x, end + away * size * 0.7, size);
      }
    }
}

export function drawLines({ canvas, chart, box, size, upAt }: Plot, group: ChartGroup, axis: ChartAxis): void {
  const { categories, gaps } = chart;
  const width = box.right - box.left;
  const spans = stacked(group);
  const xAt = (index: number): number => box.left + categoryAt(categories, index) * width;
  const isArea = group.mark === 'area';
  const base = axis.isLog ? axis.min : Math.min(axis.max, Math.max(axis.min, 0));
  for (const [number, { points, color, hasLine, hasMarkers, isSmooth }] of group.series.entries()) {
    const runs: Place[][] = [[]];
    const floors: Place[][] = [[]];
    for (const [index, { value }] of points.entries()) {
      const span = spans[number]?.[index] ?? (gaps === 'zero' || isArea ? ([0, 0] as const) : undefined);
      if (span === undefined) {
        if (gaps !== 'span') {
          runs.push([]);
          floors.push([]);
        }
        continue;
      }
      if (value === undefined && !isArea && gaps !== 'zero') continue;
      runs.at(-1)?.push([xAt(index), upAt(axis, span[1])]);
      floors.at(-1)?.push([xAt(index), upAt(axis, span[0] === 0 ? base : span[0])]);
    }
    for (const [index, run] of runs.entries()) {
      if (isArea && run.length > 0)
        canvas.path(
          `M${[...run, ...(floors[index] ?? []).toReversed()].map((place) => toPoint(...place)).join('L')}Z`,
          {
            fill: color,
            opacity: group.stack === 'none' ? 0.8 : 1,
          },
        );
      else if (hasLine && run.length > 1)
        canvas.path(isSmooth ? smooth(run) : `M${run.map((place) => toPoint(...place)).join('L')}`, {
          stroke: color,
          width: size / 5,
        });
      if (!isArea && (hasMarkers || run.length === 1))
        for (const place of run) canvas.dot(...place, size * 0.28, color);
    }
    for (const [index, { label }] of points.entries()) {
      const span = spans[number]?.[index];
      if (label !== undefined && span !== undefined)
        canvas.label(
          label,
          xAt(index),
          upAt(axis, isArea ? (span[0] + span[1]) / 2 : span[1]) - (isArea ? 0 : size * 0.9),
          size,
          isArea && color !== 'none' ? { ink: inkOn(color) } : {},
        );
    }
  }
}

export function drawScatter({ canvas, chart, size, upAt, acrossAt }: Plot, group: ChartGroup, axis: ChartAxis): void {
  const { across } = chart;
  if (across === undefined) return;
  for (const { points, color, hasLine, hasMarkers, isSmooth } of group.series) {
    const places = points.flatMap(({ x, value, label, color: own }) =>
      x === undefined || value === undefined
        ? []
        : [{ place: [acrossAt(across, x), upAt(axis, value)] as const, label, color: own ?? color }],
    );
    const run = places.map(({ place }) => place);
    if (hasLine && run.length > 1)
      canvas.path(isSmooth ? smooth(run) : `M${run.map((place) => toPoint(...place)).join('L')}`, {
        stroke: color,
        width: size / 5,
      });
    for (const { place, label, color: own } of places) {
      if (hasMarkers) canvas.dot(...place, size * 0.32, own);
      if (label !== undefined) canvas.label(label, place[0], place[1] - size * 0.9, size);
    }
  }
}

/** A curve through places, in the way of Catmull and Rom. */
function smooth(run: readonly Place[]): string {
  const at = (index: number): Place => run[Math.min(run.length - 1, Math.max(0, index))] ?? [0, 0];
  const toward = (from: Place, before: Place, after: Place, sign: number): string =>
    toPoint(from[0] + (sign * (after[0] - before[0])) / 6, from[1] + (sign * (after[1] - before[1])) / 6);
  return `M${toPoint(...at(0))}${run
    .slice(1)
    .map(
      (place, index) =>
        `C${toward(at(index), at(index - 1), place, 1)} ${toward(place, at(index), at(index + 2), -1)} ${toPoint(...place)}`,
    )
    .join('')}`;
}
