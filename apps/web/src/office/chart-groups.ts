import { ChartLabels, isSet, settingOf } from './chart-labels.ts';
import type { ChartGroup, ChartMark, ChartPoint, ChartSeries } from './chart-model.ts';
import { type StoredValues, storedValues } from './chart-values.ts';
import type { DrawingColors } from './drawing-colors.ts';
import { childOf, descendantsOf, elementsOf, elementText, type XmlElement } from './xml.ts';

export const MAX_SERIES = 60;
const MARKS: Readonly<Record<string, ChartMark>> = {
  lineChart: 'line',
  line3DChart: 'line',
  areaChart: 'area',
  area3DChart: 'area',
  pieChart: 'pie',
  pie3DChart: 'pie',
  ofPieChart: 'pie',
  doughnutChart: 'doughnut',
  scatterChart: 'scatter',
};

/** A series with its values as they are stored. */
type Read = Readonly<{ series: ChartSeries; categories: StoredValues; values: StoredValues }>;

export type ReadGroup = Readonly<{ group: ChartGroup; element: XmlElement; reads: readonly Read[] }>;

export type ChartReading = Readonly<{
  colors: DrawingColors;
  is1904: boolean;
  /** Numbers of series that the legend leaves out. */
  unnamed: ReadonlySet<number>;
  onCut: () => void;
}>;

const markOf = (element: XmlElement): ChartMark =>
  element.name.startsWith('bar')
    ? settingOf(element, 'barDir') === 'bar'
      ? 'bar'
      : 'column'
    : (MARKS[element.name] ?? 'table');

/** The series of one kind in a chart. */
export function readGroup(element: XmlElement, reading: ChartReading): ReadGroup {
  const mark = markOf(element);
  const all = elementsOf(element).filter(({ name }) => name === 'ser');
  if (all.length > MAX_SERIES) reading.onCut();
  const reads = all.slice(0, MAX_SERIES).map((one, place) => readSeries(one, place, element, mark, reading));
  const grouping = settingOf(element, 'grouping');
  const gap = Number(settingOf(element, 'gapWidth') ?? 150) / 100;
  const overlap = Number(settingOf(element, 'overlap') ?? 0) / 100;
  const labels = all.map((one) => new ChartLabels(one, element).isInside).find((one) => one !== undefined);
  const stack = grouping === 'stacked' ? 'sum' : grouping === 'percentStacked' ? 'share' : 'none';
  return {
    element,
    reads,
    group: {
      mark,
      stack,
      series: reads.map(({ series }) => series),
      gap: Math.min(5, Math.max(0, Number.isFinite(gap) ? gap : 1.5)),
      overlap: Math.min(1, Math.max(-1, Number.isFinite(overlap) ? overlap : 0)),
      hole: Math.min(0.9, Math.max(0.1, (Number(settingOf(element, 'holeSize') ?? 50) || 50) / 100)),
      start: Number(settingOf(element, 'firstSliceAng') ?? 0) || 0,
      isSecond: false,
      hasLabelsInside: labels ?? (stack !== 'none' || mark === 'doughnut'),
    },
  };
}

function readSeries(
  one: XmlElement,
  place: number,
  group: XmlElement,
  mark: ChartMark,
  { colors, is1904, unnamed, onCut }: ChartReading,
): Read {
  const isScatter = ['scatter'].includes(mark) || group.name === 'bubbleChart';
  const values = storedValues(childOf(one, isScatter ? 'yVal' : 'val'), is1904);
  const categories = storedValues(childOf(one, isScatter ? 'xVal' : 'cat'), is1904);
  if (values.isCut) onCut();
  const number = Number(settingOf(one, 'idx') ?? place) || 0;
  const isLine = mark === 'line' || mark === 'scatter';
  const properties = childOf(one, 'spPr');
  const line = childOf(properties, 'ln');
  const marker = childOf(one, 'marker');
  const hasNoLine = isLine && childOf(line, 'noFill') !== undefined;
  const color =
    (isLine ? (hasNoLine ? colors.paint(childOf(marker, 'spPr')) : colors.paint(line)) : colors.paint(properties)) ??
    colors.accent(number);
  const isPie = mark === 'pie' || mark === 'doughnut';
  const isVaried = isPie && childOf(group, 'varyColors') !== undefined ? isSet(childOf(group, 'varyColors')) : isPie;
  const own = new Map(
    elementsOf(one)
      .filter((element) => element.name === 'dPt')
      .map((point) => [Number(settingOf(point, 'idx')), point] as const),
  );
  const name = nameOf(one, place);
  const labels = new ChartLabels(one, group);
  const total = values.numbers.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);
  const count = Math.max(values.count, isScatter ? 0 : categories.count);
  const points = Array.from({ length: count }, (_, index): ChartPoint => {
    const value = values.numbers[index];
    const text = values.texts[index] ?? '';
    const pointColor = colors.paint(childOf(own.get(index), 'spPr')) ?? (isVaried ? colors.accent(index) : undefined);
    const x = isScatter ? (categories.isNumeric ? categories.numbers[index] : index + 1) : undefined;
    const label =
      value === undefined
        ? undefined
        : labels.labelOf(index, {
            value,
            text,
            category: categories.texts[index] ?? '',
            series: name,
            share: isPie ? Math.abs(value) / total : Number.NaN,
          });
    return {
      value,
      text,
      ...(x !== undefined && { x, xText: categories.texts[index] ?? String(x) }),
      ...(label !== undefined && { label }),
      ...(pointColor !== undefined && { color: pointColor }),
    };
  });
  const symbol = settingOf(marker, 'symbol');
  const style = settingOf(group, 'scatterStyle') ?? '';
  return {
    categories,
    values,
    series: {
      name,
      color: isLine && color === 'none' ? colors.accent(number) : color,
      points,
      hasLine: !hasNoLine && style !== 'marker',
      hasMarkers: isLine && symbol !== 'none' && (symbol !== undefined || isScatter || isSet(childOf(group, 'marker'))),
      isSmooth:
        isLine &&
        (isSet(childOf(one, 'smooth')) ||
          (isScatter && childOf(one, 'smooth') === undefined && style.startsWith('smooth'))),
      isInLegend: !unnamed.has(number) && color !== 'none',
    },
  };
}

function nameOf(one: XmlElement, place: number): string {
  const named = childOf(one, 'tx');
  const [cached] = descendantsOf(childOf(named, 'strRef', 'strCache'), 'v');
  return elementText(cached ?? childOf(named, 'v')).trim() || `Series ${place + 1}`;
}
