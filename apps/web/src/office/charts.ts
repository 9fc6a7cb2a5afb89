import type { Archive } from './archive.ts';
import { readChart } from './chart.ts';
import { readExtendedChart } from './chart-extended.ts';
import type { Chart } from './chart-model.ts';
import type { DrawingColors } from './drawing-colors.ts';
import type { OmissionNotes } from './notes.ts';
import { descendantsOf, elementsOf, parseXml, type XmlElement } from './xml.ts';

const MAX_CHARTS = 200;

const EMPTY: Chart = {
  kind: 'Chart',
  title: '',
  titleSize: 12,
  groups: [],
  categories: { texts: [], title: '', isShown: false, isReversed: false, isNumeric: false, isBetween: true },
  size: 10,
  gaps: 'gap',
};

/** The relation of a chart that a graphic frame or an inline drawing holds. */
export const chartIn = (place: XmlElement): string | undefined =>
  elementsOf(descendantsOf(place, 'graphicData')[0] ?? { children: [] }).find(({ name }) => name === 'chart')
    ?.attributes['id'];

/** The charts of a document. */
export class Charts {
  readonly #archive: Archive;
  readonly #notes: OmissionNotes;
  readonly #size: number;
  #left = MAX_CHARTS;

  /** `size`: points of letters that a chart does not size. */
  constructor(archive: Archive, notes: OmissionNotes, size: number) {
    this.#archive = archive;
    this.#notes = notes;
    this.#size = size;
  }

  /** A chart by its part. A damaged one takes nothing from the document around it. */
  read(path: string | undefined, colors: DrawingColors): Chart {
    if (this.#left-- <= 0) return { ...EMPTY, problem: 'There are too many charts to show this one.' };
    try {
      const text = path === undefined ? undefined : this.#archive.text(path);
      if (text === undefined) return { ...EMPTY, problem: 'This chart is missing in the document.' };
      const tree = parseXml(text);
      const onCut = (): void => this.#notes.add('Some charts have more values than are shown here.');
      return path?.includes('chartEx') === true
        ? readExtendedChart(tree, { ...EMPTY, size: this.#size }, onCut)
        : readChart(tree, { colors, size: this.#size, onCut });
    } catch {
      return { ...EMPTY, problem: 'This chart is damaged.' };
    }
  }
}
