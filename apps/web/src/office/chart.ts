import { isAxisReversed, isAxisShown, valueAxis } from './chart-axes.ts';
import { type ReadGroup, readGroup } from './chart-groups.ts';
import { isSet, settingOf, writtenText } from './chart-labels.ts';
import type { Chart, ChartCategories, ChartGroup, ChartMark, LegendSide } from './chart-model.ts';
import type { Range } from './chart-scale.ts';
import type { DrawingColors } from './drawing-colors.ts';
import { childOf, descendantsOf, elementsOf, type XmlElement } from './xml.ts';

type Context = Readonly<{
  colors: DrawingColors;
  /** Points of letters that a chart does not size. */
  size: number;
  onCut: () => void;
}>;

const SIDES: Readonly<Record<string, LegendSide>> = { l: 'left', t: 'top', b: 'bottom', r: 'right', tr: 'right' };
const ALONG: readonly ChartMark[] = ['column', 'line', 'area'];
const ROUND: readonly ChartMark[] = ['pie', 'doughnut'];

/** Reads a chart of DrawingML (ECMA-376, part 1, 21.2) from the values that it stores. */
export function readChart(space: XmlElement, { colors, size: usual, onCut }: Context): Chart {
  const chart = childOf(space, 'chart');
  const area = childOf(chart, 'plotArea');
  const legend = childOf(chart, 'legend');
  const reading = {
    colors,
    is1904: isSet(childOf(space, 'date1904')),
    unnamed: new Set(
      elementsOf(legend ?? { children: [] })
        .filter((entry) => entry.name === 'legendEntry' && isSet(childOf(entry, 'delete')))
        .map((entry) => Number(settingOf(entry, 'idx'))),
    ),
    onCut,
  };
  const parts = elementsOf(area ?? { children: [] });
  const reads = parts.filter(({ name }) => name.endsWith('Chart')).map((element) => readGroup(element, reading));
  const axes = new Map(parts.filter(({ name }) => name.endsWith('Ax')).map((axis) => [settingOf(axis, 'axId'), axis]));
  const groups = withAxes(reads, axes);
  const drawn = canDraw(groups) ? groups : groups.map((group) => ({ ...group, mark: 'table' as const }));
  const [first] = reads;
  const letters = childOf(space, 'txPr', 'p', 'pPr', 'defRPr');
  const size = pointsOf(letters) ?? usual;
  const heading = childOf(chart, 'title');
  const isScatter = drawn[0]?.mark === 'scatter';
  const ink = colors.solid(letters);
  const fill = colors.paint(childOf(space, 'spPr'));
  const side = legend === undefined ? undefined : (SIDES[settingOf(legend, 'legendPos') ?? 'r'] ?? 'right');
  const axis = (isSecond: boolean, isAcross = false) => axisOf(drawn, reads, axes, { isSecond, isAcross });
  const hasAxes = first !== undefined && !drawn.some(({ mark }) => ROUND.includes(mark) || mark === 'table');
  const gaps = settingOf(chart, 'dispBlanksAs');
  return {
    kind: kindOf(reads, groups),
    title: titleOf(chart, heading, groups),
    titleSize:
      pointsOf(descendantsOf(heading, 'rPr')[0]) ?? pointsOf(descendantsOf(heading, 'defRPr')[0]) ?? size * 1.2,
    groups: drawn,
    categories: categoriesOf(reads, axes),
    ...(hasAxes && { values: axis(false) }),
    ...(hasAxes && drawn.some(({ isSecond }) => isSecond) && { second: axis(true) }),
    ...(hasAxes && isScatter && { across: axis(false, true) }),
    ...(side !== undefined && { legend: side }),
    size,
    ...(ink !== undefined && { ink }),
    ...(fill !== undefined && fill !== 'none' && { fill }),
    gaps: gaps === 'zero' || gaps === 'span' ? gaps : 'gap',
    ...(groups.every(({ series }) =>
      series.every(({ points }) => points.every(({ value }) => value === undefined)),
    ) && {
      problem: 'This chart has no stored values.',
    }),
  };
}

function pointsOf(letters: XmlElement | undefined): number | undefined {
  const size = Number(letters?.attributes['sz']) / 100;
  return size >= 1 && size <= 100 ? size : undefined;
}

function titleOf(
  chart: XmlElement | undefined,
  heading: XmlElement | undefined,
  groups: readonly ChartGroup[],
): string {
  if (isSet(childOf(chart, 'autoTitleDeleted')) && heading === undefined) return '';
  const all = groups.flatMap(({ series }) => series);
  return writtenText(heading) || (all.length === 1 ? (all[0]?.name ?? '') : '');
}

const axesOf = ({ element }: ReadGroup, axes: ReadonlyMap<string | undefined, XmlElement>): readonly XmlElement[] =>
  elementsOf(element).flatMap(({ name, attributes }) => {
    const axis = name === 'axId' ? axes.get(attributes['val']) : undefined;
    return axis === undefined ? [] : [axis];
  });

const valueAxisOf = (read: ReadGroup, axes: ReadonlyMap<string | undefined, XmlElement>): XmlElement | undefined =>
  axesOf(read, axes).findLast(({ name }) => name === 'valAx');

/** Groups with the axis that each has: the first one's is the first. */
function withAxes(
  reads: readonly ReadGroup[],
  axes: ReadonlyMap<string | undefined, XmlElement>,
): readonly ChartGroup[] {
  const [first] = reads;
  const main = first && valueAxisOf(first, axes);
  return reads.map((read) => ({ ...read.group, isSecond: valueAxisOf(read, axes) !== main }));
}

function canDraw(groups: readonly ChartGroup[]): boolean {
  const marks = groups.map(({ mark }) => mark);
  return (
    marks.length > 0 &&
    (marks.every((mark) => ALONG.includes(mark)) ||
      marks.every((mark) => mark === 'bar') ||
      marks.every((mark) => mark === 'scatter') ||
      (marks.length === 1 && marks.every((mark) => ROUND.includes(mark))))
  );
}

const NAMES: Readonly<Record<string, string>> = {
  radarChart: 'Radar chart',
  bubbleChart: 'Bubble chart',
  stockChart: 'Stock chart',
  surfaceChart: 'Surface chart',
  surface3DChart: 'Surface chart',
};

function kindOf(reads: readonly ReadGroup[], groups: readonly ChartGroup[]): string {
  const named = groups.map(({ mark, stack }, index) => {
    if (mark === 'table') return NAMES[reads[index]?.element.name ?? ''] ?? 'Chart';
    const stacked = stack === 'sum' ? 'stacked ' : stack === 'share' ? '100 % stacked ' : '';
    const name = `${stacked}${mark} chart`;
    return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  });
  return new Set(named).size > 1 ? 'Combined chart' : (named[0] ?? 'Chart');
}

function categoriesOf(reads: readonly ReadGroup[], axes: ReadonlyMap<string | undefined, XmlElement>): ChartCategories {
  const all = reads.flatMap(({ reads: ofGroup }) => ofGroup);
  const found = all.find(({ categories: { count } }) => count > 0)?.categories;
  const count = Math.max(0, ...all.map(({ series }) => series.points.length));
  const texts = Array.from(
    { length: count },
    (_, index) => found?.texts[index] ?? (found === undefined ? String(index + 1) : ''),
  );
  const [first] = reads;
  const axis = first && axesOf(first, axes).find(({ name }) => name !== 'valAx');
  const value = first && valueAxisOf(first, axes);
  const isDates =
    axis?.name === 'dateAx' && found !== undefined && reads.every(({ group }) => ['line', 'area'].includes(group.mark));
  const days = isDates ? found.numbers.slice(0, count) : [];
  const [from, to] = [Math.min(...days.map((day) => day ?? 0)), Math.max(...days.map((day) => day ?? 0))];
  const hasPlaces = days.length === count && count > 1 && to > from && days.every((day) => day !== undefined);
  return {
    texts,
    title: writtenText(childOf(axis, 'title')),
    isShown: isAxisShown(axis),
    isReversed: isAxisReversed(axis),
    isNumeric: found?.isNumeric ?? true,
    isBetween: settingOf(value, 'crossBetween') !== 'midCat',
    ...(hasPlaces && { places: days.map((day) => ((day ?? 0) - from) / (to - from)) }),
  };
}

type Wanted = Readonly<{ isSecond: boolean; isAcross: boolean }>;

function axisOf(
  groups: readonly ChartGroup[],
  reads: readonly ReadGroup[],
  axes: ReadonlyMap<string | undefined, XmlElement>,
  { isSecond, isAcross }: Wanted,
) {
  const at = groups.findIndex((group) => group.isSecond === isSecond);
  const read = reads[at];
  const own = groups.filter((group) => group.isSecond === isSecond);
  const axis = read && (isAcross ? axesOf(read, axes).find(({ name }) => name === 'valAx') : valueAxisOf(read, axes));
  const isShare = own.length > 0 && own.every(({ stack }) => stack === 'share');
  const stored = read?.reads[0];
  return valueAxis(axis, isAcross ? acrossRange(own) : rangeOf(own), {
    isFromZero: own.some(({ mark }) => ['column', 'bar', 'area'].includes(mark)),
    isShare,
    code: (isAcross ? stored?.categories.code : stored?.values.code) ?? 'General',
  });
}

const ends = (values: readonly number[]): Range =>
  values.reduce<Range>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [values[0] ?? 0, values[0] ?? 0],
  );

const acrossRange = (groups: readonly ChartGroup[]): Range =>
  ends(
    groups.flatMap(({ series }) =>
      series.flatMap(({ points }) => points.flatMap(({ x }) => (x === undefined ? [] : [x]))),
    ),
  );

function rangeOf(groups: readonly ChartGroup[]): Range {
  return ends(
    groups.flatMap(({ stack, series }) => {
      const values = series.map(({ points }) => points.map(({ value }) => value));
      if (stack === 'none') return values.flat().filter((value) => value !== undefined);
      const count = Math.max(0, ...values.map(({ length }) => length));
      return Array.from({ length: count }, (_, index) => {
        const at = values.map((ofSeries) => ofSeries[index] ?? 0);
        const up = at.filter((value) => value > 0).reduce((sum, value) => sum + value, 0);
        const down = at.filter((value) => value < 0).reduce((sum, value) => sum + value, 0);
        const whole = stack === 'share' ? up - down || 1 : 1;
        return [up / whole, down / whole];
      }).flat();
    }),
  );
}
