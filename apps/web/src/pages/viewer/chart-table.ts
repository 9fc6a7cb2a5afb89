import type { Chart } from '../../office/chart-model.ts';
import type { SheetChart } from '../../office/model.ts';

/** The values of a chart as rows, of which the first one names the columns. */
export function valuesOf({ groups, categories }: Chart): readonly (readonly string[])[] {
  const all = groups.flatMap(({ series }) => series);
  if (groups.some(({ mark }) => mark === 'scatter'))
    return [
      ['Series', 'X', 'Y'],
      ...all.flatMap(({ name, points }) => points.map(({ xText = '', text }) => [name, xText, text])),
    ];
  return [
    [categories.title, ...all.map(({ name }) => name)],
    ...categories.texts.map((text, index) => [text, ...all.map(({ points }) => points[index]?.text ?? '')]),
  ];
}

/** A sentence that names a chart: its kind, its title and its series. */
export function nameOfChart({ kind, title, groups }: Chart): string {
  const names = groups.flatMap(({ series }) => series.map(({ name }) => name));
  const series =
    names.length === 0 || (names.length === 1 && names[0] === title) ? '' : ` Series: ${names.join(', ')}.`;
  return `${kind}${title === '' ? '' : `: ${title}`}.${series}`;
}

/** Whether a chart has a text in its title or among its values, which is in lower case. */
export const hasInChart = ({ chart }: SheetChart, wanted: string): boolean =>
  [chart.title, ...valuesOf(chart).flat()].some((text) => text.toLowerCase().includes(wanted));
