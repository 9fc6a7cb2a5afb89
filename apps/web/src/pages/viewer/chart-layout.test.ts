import { describe, expect, test } from '@jest/globals';
import type { Chart, ChartAxis, ChartGroup, ChartSeries } from '../../office/chart-model.ts';
import type { ChartShape } from './chart-canvas.ts';
import { isDrawn, layoutChart } from './chart-layout.ts';
import { hasInChart, nameOfChart, valuesOf } from './chart-table.ts';

const series = (name: string, color: string, values: readonly (number | undefined)[]): ChartSeries => ({
  name,
  color,
  points: values.map((value) => ({ value, text: value === undefined ? '' : String(value) })),
  hasLine: true,
  hasMarkers: false,
  isSmooth: false,
  isInLegend: true,
});
const group = (mark: ChartGroup['mark'], all: readonly ChartSeries[], more: Partial<ChartGroup> = {}): ChartGroup => ({
  mark,
  stack: 'none',
  series: all,
  gap: 1,
  overlap: 0,
  hole: 0.5,
  start: 0,
  isSecond: false,
  hasLabelsInside: false,
  ...more,
});
const axis = (min: number, max: number): ChartAxis => ({
  min,
  max,
  ticks: [min, max].map((at) => ({ at, text: String(at) })),
  title: '',
  isShown: true,
  hasGrid: true,
  isReversed: false,
  isLog: false,
});
const chartOf = (one: ChartGroup, texts: readonly string[], more: Partial<Chart> = {}): Chart => ({
  kind: 'Column chart',
  title: '',
  titleSize: 12,
  groups: [one],
  categories: { texts, title: '', isShown: true, isReversed: false, isNumeric: false, isBetween: true },
  values: axis(-10, 10),
  size: 10,
  gaps: 'gap',
  ...more,
});

type Box = Readonly<{ left: number; top: number; right: number; bottom: number }>;
const boxesOf = (shapes: readonly ChartShape[], fill: string): readonly Box[] =>
  shapes.flatMap((shape) => {
    if (shape.kind !== 'path' || shape.fill !== fill) return [];
    const [, left = 0, top = 0, right = 0, bottom = 0] = (/^M(\S+) (\S+)H(\S+)V(\S+)H\S+Z$/.exec(shape.d) ?? []).map(
      Number,
    );
    return [{ left, top, right, bottom }];
  });
const textsOf = (shapes: readonly ChartShape[]) => shapes.filter((shape) => shape.kind === 'text');

describe('a chart on its place', () => {
  test('stacks positive values above zero and negative ones below', () => {
    const stacked = group('column', [series('A', '#aa0000', [4, 4]), series('B', '#00bb00', [3, -6])], {
      stack: 'sum',
    });
    const shapes = layoutChart(chartOf(stacked, ['x', 'y']), 400, 200);
    const [[firstA, secondA], [firstB, secondB]] = [boxesOf(shapes, '#aa0000'), boxesOf(shapes, '#00bb00')];
    expect(firstB?.bottom).toBe(firstA?.top);
    expect(secondB?.top).toBe(secondA?.bottom);
    const heightOf = (box: Box | undefined) => (box?.bottom ?? 0) - (box?.top ?? 0);
    expect(heightOf(secondB) / heightOf(secondA)).toBeCloseTo(1.5, 1);
  });

  test('has bars of two series beside each other, and lying ones from the bottom', () => {
    const two = [series('A', '#aa0000', [4, 4]), series('B', '#00bb00', [3, 5])];
    const columns = layoutChart(chartOf(group('column', two), ['x', 'y']), 400, 200);
    expect(boxesOf(columns, '#00bb00')[0]?.left).toBe(boxesOf(columns, '#aa0000')[0]?.right);
    const bars = layoutChart(chartOf(group('bar', two), ['x', 'y']), 400, 200);
    const [first, second] = boxesOf(bars, '#aa0000');
    expect([first?.left === second?.left, (first?.top ?? 0) > (second?.top ?? 0)]).toEqual([true, true]);
  });

  test('breaks a line at a gap, and draws it over the gap where the chart says so', () => {
    const line = group('line', [series('A', '#aa0000', [1, 2, undefined, 4, 5])]);
    const lines = (gaps: Chart['gaps']) =>
      layoutChart(chartOf(line, ['a', 'b', 'c', 'd', 'e'], { gaps }), 400, 200).filter(
        (shape) => shape.kind === 'path' && shape.stroke === '#aa0000',
      ).length;
    expect([lines('gap'), lines('span')]).toEqual([2, 1]);
  });

  test('turns and cuts names that have no place beside each other, and thins numbers', () => {
    const long = Array.from({ length: 30 }, (_, index) => `Warehouse and distribution services ${index}`);
    const one = group('column', [
      series(
        'A',
        '#aa0000',
        long.map(() => 5),
      ),
    ]);
    const turned = textsOf(layoutChart(chartOf(one, long), 600, 300)).filter(({ turn }) => turn === -45);
    expect([turned.length, turned.every(({ text }) => text.endsWith('…'))]).toEqual([30, true]);
    const dates = chartOf(
      one,
      long.map((_, index) => `2026-01-${index + 1}`),
    );
    const thinned = textsOf(layoutChart({ ...dates, categories: { ...dates.categories, isNumeric: true } }, 400, 200));
    const shown = thinned.filter(({ text }) => text.startsWith('2026'));
    expect([shown.length > 3, shown.length < 10, shown.every(({ turn }) => turn === undefined)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('has the slices of a pie, of which a whole one is a circle', () => {
    const one = {
      ...series('Mix', '#aa0000', [1, 3]),
      points: [1, 3].map((value) => ({ value, text: '', color: `#0000${value}0` })),
    };
    const paths = (values: readonly number[]) =>
      layoutChart(chartOf(group('pie', [{ ...one, points: one.points.slice(0, values.length) }]), ['a', 'b']), 200, 200)
        .filter((shape) => shape.kind === 'path')
        .map(({ d }) => d);
    expect(paths([1, 3])).toHaveLength(2);
    expect(paths([1])[0]).toContain(' 1 1 ');
  });

  test('leaves out labels that would lie on each other, and the box of a series without a color', () => {
    const points = [5, 5.01].map((value) => ({ value, text: '', label: 'a label of some length' }));
    const labelled = { ...series('A', 'none', []), points };
    const shapes = layoutChart(chartOf(group('column', [labelled]), ['x', 'y']), 120, 120);
    expect(textsOf(shapes).filter(({ text }) => text.startsWith('a label'))).toHaveLength(1);
    expect(boxesOf(shapes, 'none')).toEqual([]);
  });

  test('is small or large without an endless number', () => {
    for (const mark of ['column', 'bar', 'line', 'area', 'pie', 'doughnut'] as const)
      for (const side of [1, 5000]) {
        const shapes = layoutChart(
          chartOf(group(mark, [series('A', '#aa0000', [0, -3])]), ['x', 'y'], { legend: 'left', title: 'T' }),
          side,
          side,
        );
        expect(JSON.stringify(shapes)).not.toMatch(/NaN|Infinity|null/);
      }
  });
});

describe('the words of a chart', () => {
  const chart = chartOf(group('column', [series('Cost', '#aa0000', [4, undefined])]), ['North', 'South'], {
    title: 'Cost by region',
  });

  test('name it by its kind, title and series', () => {
    expect(nameOfChart(chart)).toBe('Column chart: Cost by region. Series: Cost.');
    expect(nameOfChart({ ...chart, title: 'Cost' })).toBe('Column chart: Cost.');
  });

  test('are found in its title and categories', () => {
    const place = { chart, row: 0, column: 0, width: 1, height: 1 };
    expect(['by region', 'north', 'cost', 'west'].map((word) => hasInChart(place, word))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('are a table, also for a kind that is not drawn', () => {
    expect(valuesOf(chart)).toEqual([
      ['', 'Cost'],
      ['North', '4'],
      ['South', ''],
    ]);
    expect([isDrawn(chart), isDrawn({ ...chart, groups: [group('table', [])] })]).toEqual([true, false]);
  });
});
