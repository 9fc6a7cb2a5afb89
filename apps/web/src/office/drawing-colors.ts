import { childOf, elementsOf, type XmlElement } from './xml.ts';

const HEX = /^[\da-f]{6}$/i;
/** Names of colors of a drawing, and those of its theme. */
const NAMED: Readonly<Record<string, string>> = { tx1: 'dk1', bg1: 'lt1', tx2: 'dk2', bg2: 'lt2' };
/** The accents of the theme of Office, for a document without one. */
const ACCENTS = ['#4472c4', '#ed7d31', '#a5a5a5', '#ffc000', '#5b9bd5', '#70ad47'];
const PRESET: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  gray: '#808080',
  orange: '#ffa500',
  yellow: '#ffff00',
};

const hexOf = (parts: readonly number[]): string =>
  `#${parts
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const partsOf = (color: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Tint towards white and shade towards black, as parts of 100 000. */
function changed(color: string, element: XmlElement): string {
  const value = (name: string): number | undefined => {
    const found = childOf(element, name)?.attributes['val'];
    return found === undefined ? undefined : Number(found) / 100_000;
  };
  const tint = value('tint');
  const [dark = 1, light = tint === undefined ? 0 : 1 - tint] = [
    value('lumMod') ?? value('shade') ?? tint,
    value('lumOff'),
  ];
  return hexOf(partsOf(color).map((part) => part * dark + 255 * light));
}

/** The colors of a drawing, of which some are those of a theme (ECMA-376, part 1, 20.1.2.3). */
export class DrawingColors {
  readonly #colors = new Map<string, string>();

  constructor(theme: XmlElement | undefined) {
    for (const { name, children } of elementsOf(childOf(theme, 'themeElements', 'clrScheme') ?? { children: [] })) {
      const [color] = elementsOf({ children });
      const hex = color?.attributes['lastClr'] ?? color?.attributes['val'] ?? '';
      if (HEX.test(hex)) this.#colors.set(name, `#${hex.toLowerCase()}`);
    }
  }

  /** The color of a solid fill. */
  solid(properties: XmlElement | undefined): string | undefined {
    return this.within(childOf(properties, 'solidFill'));
  }

  /** The color that stands for a fill of any kind; `none` for an empty one. */
  paint(properties: XmlElement | undefined): string | undefined {
    if (childOf(properties, 'noFill') !== undefined) return 'none';
    return (
      this.solid(properties) ??
      this.within(childOf(properties, 'gradFill', 'gsLst', 'gs')) ??
      this.within(childOf(properties, 'pattFill', 'fgClr'))
    );
  }

  /** The color of a series by its number: after six the accents are darker, then lighter. */
  accent(number: number): string {
    const place = number % ACCENTS.length;
    const color = this.#colors.get(`accent${place + 1}`) ?? ACCENTS[place] ?? '#4472c4';
    const round = Math.floor(number / ACCENTS.length) % 3;
    if (round === 0) return color;
    return hexOf(partsOf(color).map((part) => (round === 1 ? part * 0.6 : part * 0.6 + 102)));
  }

  /** The color that an element holds. */
  within(place: XmlElement | undefined): string | undefined {
    const [element] = elementsOf(place ?? { children: [] });
    if (element === undefined) return undefined;
    const { val: value = '', lastClr: last = '' } = element.attributes;
    const color = this.#named(element.name, value, last);
    return color && changed(color, element);
  }

  #named(name: string, value: string, last: string): string | undefined {
    if (name === 'srgbClr') return HEX.test(value) ? `#${value.toLowerCase()}` : undefined;
    if (name === 'schemeClr') return this.#colors.get(NAMED[value] ?? value);
    if (name === 'sysClr') return HEX.test(last) ? `#${last.toLowerCase()}` : undefined;
    return name === 'prstClr' ? PRESET[value] : undefined;
  }
}
