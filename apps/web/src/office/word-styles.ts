import type { Archive } from './archive.ts';
import type { TextAlign, TextRun } from './model.ts';
import { familyOf, inkOf } from './text-looks.ts';
import { childOf, descendantsOf, parseXml, type XmlElement } from './xml.ts';

export const isOn = (property: XmlElement | undefined): boolean =>
  property !== undefined && !['0', 'false', 'none'].includes(property.attributes['val'] ?? '');

/** How letters look. Sizes are points. */
export type LetterLook = Pick<TextRun, 'isBold' | 'isItalic' | 'isStruck' | 'isUnderlined' | 'ink' | 'family'> &
  Readonly<{ size?: number }>;

/** How a paragraph lies. `left`: points from the edge. */
export type ParagraphLook = Readonly<{ align?: TextAlign; left?: number; isOnNewPage?: boolean }>;

type Style = Readonly<{ letters: LetterLook; paragraph: ParagraphLook; heading?: number; list?: XmlElement }>;

const PLAIN: Style = { letters: {}, paragraph: {} };
const DEEPEST = 12;
const MAX_SIZE = 200;
/** The size of letters of a document that names none. */
const USUAL_SIZE = 10;
const TWIPS = 20;

export function lettersOf(properties: XmlElement | undefined): LetterLook {
  const value = (name: string): string | undefined => childOf(properties, name)?.attributes['val'];
  const size = Number(value('sz')) / 2;
  const { ascii, hAnsi, asciiTheme } = childOf(properties, 'rFonts')?.attributes ?? {};
  const family = familyOf(ascii ?? hAnsi) ?? (asciiTheme === undefined ? undefined : 'sans');
  const switched = { isBold: 'b', isItalic: 'i', isStruck: 'strike', isUnderlined: 'u' } as const;
  const color = value('color');
  return {
    ...Object.fromEntries(
      Object.entries(switched).flatMap(([key, name]) => {
        const property = childOf(properties, name);
        return property === undefined ? [] : [[key, isOn(property)]];
      }),
    ),
    ...(size > 0 && size < MAX_SIZE && { size }),
    ...(color !== undefined && { ink: inkOf(color) ?? '' }),
    ...(family !== undefined && { family }),
  };
}

const ALIGNED: Readonly<Record<string, TextAlign>> = {
  center: 'center',
  right: 'right',
  end: 'right',
  both: 'justify',
  distribute: 'justify',
  left: 'left',
  start: 'left',
};

export function paragraphLookOf(properties: XmlElement | undefined): ParagraphLook {
  const align = ALIGNED[childOf(properties, 'jc')?.attributes['val'] ?? ''];
  const { left, start } = childOf(properties, 'ind')?.attributes ?? {};
  const points = Number(left ?? start) / TWIPS;
  const onNew = childOf(properties, 'pageBreakBefore');
  return {
    ...(align !== undefined && { align }),
    ...(Number.isFinite(points) && { left: points }),
    ...(onNew !== undefined && { isOnNewPage: isOn(onNew) }),
  };
}

/** The styles of a document, each with those that it is based on. */
export class WordStyles {
  readonly #elements = new Map<string, XmlElement>();
  readonly #read = new Map<string, Style>();
  readonly #defaults: LetterLook;
  readonly #usual: string;

  constructor(archive: Archive) {
    const text = archive.text('word/styles.xml');
    const styles = text === undefined ? undefined : parseXml(text);
    for (const style of descendantsOf(styles, 'style')) this.#elements.set(style.attributes['styleId'] ?? '', style);
    this.#defaults = lettersOf(childOf(styles, 'docDefaults', 'rPrDefault', 'rPr'));
    const isUsual = ({ attributes }: XmlElement): boolean =>
      attributes['type'] === 'paragraph' && ['1', 'true'].includes(attributes['default'] ?? '');
    this.#usual = [...this.#elements].find(([, style]) => isUsual(style))?.[0] ?? '';
  }

  /** Letters of a paragraph without a style. */
  get base(): Readonly<{ size: number; family: TextRun['family'] }> {
    const { size, family } = { ...this.#defaults, ...this.#styleOf(this.#usual, 0).letters };
    return { size: size ?? USUAL_SIZE, family };
  }

  styleOf(id: string): Style {
    return this.#styleOf(id === '' ? this.#usual : id, 0);
  }

  /** Heading levels have names that are the same in each language (ECMA-376, 17.7.4.9). */
  #styleOf(id: string, depth: number): Style {
    const known = this.#read.get(id);
    if (known !== undefined) return known;
    const style = this.#elements.get(id);
    if (style === undefined || depth > DEEPEST) return PLAIN;
    const basedOn = childOf(style, 'basedOn')?.attributes['val'];
    const below = basedOn === undefined ? PLAIN : this.#styleOf(basedOn, depth + 1);
    const name = childOf(style, 'name')?.attributes['val']?.toLowerCase() ?? '';
    const level = name === 'title' ? 1 : Number(/^heading (\d)$/.exec(name)?.[1]);
    const list = childOf(style, 'pPr', 'numPr');
    const read: Style = {
      letters: { ...below.letters, ...lettersOf(childOf(style, 'rPr')) },
      paragraph: { ...below.paragraph, ...paragraphLookOf(childOf(style, 'pPr')) },
      ...(level > 0 && { heading: level }),
      ...(list !== undefined && { list }),
    };
    this.#read.set(id, read);
    return read;
  }
}
