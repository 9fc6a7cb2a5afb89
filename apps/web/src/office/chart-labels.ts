import { numberFormat } from './number-format.ts';
import { childOf, descendantsOf, elementsOf, elementText, type XmlElement } from './xml.ts';

/** A switch that is on when it is there without a value. */
export const isSet = (element: XmlElement | undefined): boolean =>
  element !== undefined && !['0', 'false'].includes(element.attributes['val'] ?? '1');

export const settingOf = (place: XmlElement | undefined, ...path: readonly string[]): string | undefined =>
  childOf(place, ...path)?.attributes['val'];

/** The text of a title or a label: its own, or that of a cell. */
export const writtenText = (place: XmlElement | undefined): string =>
  descendantsOf(childOf(place, 'tx', 'rich'), 'p')
    .map((paragraph) => descendantsOf(paragraph, 't').map(elementText).join(''))
    .join(' ')
    .trim() ||
  descendantsOf(childOf(place, 'tx', 'strRef', 'strCache'), 'v')
    .map(elementText)
    .join(' ')
    .trim();

/** Texts of which a label is made. */
export type LabelParts = Readonly<{ value: number; text: string; category: string; series: string; share: number }>;

/** Labels of a series: its own settings, or those of its group (ECMA-376, part 1, 21.2.2.49). */
export class ChartLabels {
  readonly #all: XmlElement | undefined;
  readonly #own = new Map<number, XmlElement>();
  readonly isInside: boolean | undefined;

  constructor(series: XmlElement, group: XmlElement) {
    const own = childOf(series, 'dLbls');
    this.#all = own ?? childOf(group, 'dLbls');
    for (const label of elementsOf(own ?? { children: [] }).filter(({ name }) => name === 'dLbl'))
      this.#own.set(Number(settingOf(label, 'idx')), label);
    const place = settingOf(this.#all, 'dLblPos');
    this.isInside = place === undefined || place === 'bestFit' ? undefined : ['ctr', 'inEnd', 'inBase'].includes(place);
  }

  labelOf(index: number, parts: LabelParts): string | undefined {
    const own = this.#own.get(index);
    const settings = own ?? this.#all;
    if (settings === undefined || isSet(childOf(settings, 'delete'))) return undefined;
    const written = own === undefined ? '' : writtenText(own);
    if (written !== '') return written;
    const on = (name: string): boolean => isSet(childOf(settings, name));
    const format = childOf(settings, 'numFmt') ?? childOf(this.#all, 'numFmt');
    const code = isSet({ name: '', children: [], attributes: { val: format?.attributes['sourceLinked'] ?? '0' } })
      ? undefined
      : format?.attributes['formatCode'];
    const formatted = (value: number, usual: string | undefined): string =>
      code === undefined && usual === undefined ? parts.text : numberFormat(code ?? usual ?? '')(value).text.trim();
    const said = [
      on('showSerName') ? parts.series : '',
      on('showCatName') ? parts.category : '',
      on('showVal') ? (on('showPercent') ? parts.text : formatted(parts.value, undefined)) : '',
      on('showPercent') && Number.isFinite(parts.share)
        ? formatted(parts.share, code === undefined || !code.includes('%') ? '0%' : code)
        : '',
    ].filter((text) => text !== '');
    return said.length === 0 ? undefined : said.join(', ');
  }
}
