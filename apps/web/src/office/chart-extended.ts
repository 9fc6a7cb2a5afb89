import { MAX_SERIES } from './chart-groups.ts';
import type { Chart, ChartPoint } from './chart-model.ts';
import { MAX_POINTS } from './chart-values.ts';
import { numberFormat } from './number-format.ts';
import { childOf, descendantsOf, elementsOf, elementText, type XmlElement } from './xml.ts';

const NAMES: Readonly<Record<string, string>> = {
  waterfall: 'Waterfall chart',
  treemap: 'Treemap chart',
  sunburst: 'Sunburst chart',
  clusteredColumn: 'Histogram',
  paretoLine: 'Pareto chart',
  boxWhisker: 'Box and whisker chart',
  funnel: 'Funnel chart',
  regionMap: 'Map chart',
};

const levelTexts = (level: XmlElement | undefined): readonly string[] => {
  const texts: string[] = [];
  for (const point of descendantsOf(level, 'pt')) {
    const index = Number(point.attributes['idx']);
    if (index >= 0 && index < MAX_POINTS) texts[index] = elementText(point);
  }
  return texts;
};

/** Reads the values of a chart of Office 2016 or later ([MS-ODRAWXML], 2.24.3), which is not drawn. */
export function readExtendedChart(space: XmlElement, empty: Chart, onCut: () => void): Chart {
  const chart = childOf(space, 'chart');
  const all = descendantsOf(childOf(chart, 'plotArea'), 'series');
  if (all.length > MAX_SERIES) onCut();
  const data = new Map(descendantsOf(childOf(space, 'chartData'), 'data').map((one) => [one.attributes['id'], one]));
  let texts: readonly string[] = [];
  const series = all.slice(0, MAX_SERIES).map((one, place) => {
    const own = data.get(childOf(one, 'dataId')?.attributes['val']);
    const names = elementsOf(childOf(own, 'strDim') ?? { children: [] }).filter(({ name }) => name === 'lvl');
    const levels = names.map(levelTexts);
    const count = Math.max(0, ...levels.map(({ length }) => length));
    const categories = Array.from({ length: count }, (_, index) =>
      levels
        .map((level) => level[index] ?? '')
        .filter((text) => text !== '')
        .toReversed()
        .join(' '),
    );
    if (categories.length > texts.length) texts = categories;
    const numbers = childOf(own, 'numDim', 'lvl');
    const format = numberFormat(numbers?.attributes['formatCode'] ?? 'General');
    const points = Array.from(levelTexts(numbers), (text): ChartPoint => {
      const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
      return Number.isFinite(value) ? { value, text: format(value).text.trim() } : { value: undefined, text: '' };
    });
    return {
      name: elementText(childOf(one, 'tx', 'txData', 'v')) || `Series ${place + 1}`,
      color: '#808080',
      points,
      hasLine: false,
      hasMarkers: false,
      isSmooth: false,
      isInLegend: false,
    };
  });
  const count = Math.max(0, ...series.map(({ points }) => points.length));
  return {
    ...empty,
    kind: NAMES[all[0]?.attributes['layoutId'] ?? ''] ?? 'Chart',
    title: descendantsOf(childOf(chart, 'title'), 't').map(elementText).join('').trim(),
    groups: [
      {
        mark: 'table',
        stack: 'none',
        series,
        gap: 1,
        overlap: 0,
        hole: 0.5,
        start: 0,
        isSecond: false,
        hasLabelsInside: false,
      },
    ],
    categories: {
      ...empty.categories,
      texts: Array.from({ length: Math.max(count, texts.length) }, (_, index) => texts[index] ?? String(index + 1)),
    },
    ...(count === 0 && { problem: 'This chart has no stored values.' }),
  };
}
