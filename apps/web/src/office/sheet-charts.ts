import type { Archive } from './archive.ts';
import { type Charts, chartIn } from './charts.ts';
import { DrawingColors } from './drawing-colors.ts';
import type { SheetChart } from './model.ts';
import { relationsOf } from './relations.ts';
import { childOf, elementsOf, elementText, parseXml, type XmlElement } from './xml.ts';

/** English Metric Units of a point, and those of a usual column and row. */
const POINT = 12_700;
const [COLUMN, ROW] = [609_600, 190_500];
const MAX_POINTS = 2000;
const USUAL = { width: 450, height: 270 };

type Place = Readonly<{ row: number; column: number }>;

/** The charts of a sheet at their cells (ECMA-376, part 1, 20.5). */
export class SheetCharts {
  readonly #archive: Archive;
  readonly #charts: Charts;
  readonly #colors: DrawingColors;

  constructor(archive: Archive, charts: Charts) {
    this.#archive = archive;
    this.#charts = charts;
    const theme = archive.text('xl/theme/theme1.xml');
    this.#colors = new DrawingColors(theme === undefined ? undefined : parseXml(theme));
  }

  of(path: string): readonly SheetChart[] {
    return pathsOf(this.#archive, path, 'drawing').flatMap((drawing) => {
      const text = this.#archive.text(drawing);
      if (text === undefined) return [];
      const { inside } = relationsOf(this.#archive, drawing);
      return elementsOf(parseXml(text)).flatMap((anchor): readonly SheetChart[] => {
        const id = chartIn(anchor);
        if (id === undefined) return [];
        return [{ chart: this.#charts.read(inside.get(id), this.#colors), ...placeOf(anchor) }];
      });
    });
  }
}

function pathsOf(archive: Archive, part: string, wanted: string): readonly string[] {
  const { types, inside } = relationsOf(archive, part);
  return [...types].flatMap(([id, type]) => {
    const path = type === wanted ? inside.get(id) : undefined;
    return path === undefined ? [] : [path];
  });
}

function placeOf(anchor: XmlElement): Omit<SheetChart, 'chart'> {
  const { cx, cy } = childOf(anchor, 'ext')?.attributes ?? {};
  const points = (text: string | undefined): number | undefined => {
    const value = Number(text) / POINT;
    return value > 0 ? Math.min(value, MAX_POINTS) : undefined;
  };
  const begin = cellAt(childOf(anchor, 'from')) ?? { row: 0, column: 0 };
  const end = cellAt(childOf(anchor, 'to'));
  return {
    ...begin,
    ...(end !== undefined && end.row > begin.row && end.column > begin.column && { end }),
    width: points(cx) ?? USUAL.width,
    height: points(cy) ?? USUAL.height,
  };
}

function cellAt(marker: XmlElement | undefined): Place | undefined {
  if (marker === undefined) return undefined;
  const at = (name: string, offset: string, usual: number): number =>
    (Number(elementText(childOf(marker, name))) || 0) +
    Math.min(0.99, Math.max(0, (Number(elementText(childOf(marker, offset))) || 0) / usual));
  return { row: Math.max(0, at('row', 'rowOff', ROW)), column: Math.max(0, at('col', 'colOff', COLUMN)) };
}
