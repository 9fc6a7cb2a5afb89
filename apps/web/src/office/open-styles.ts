import type { Archive } from './archive.ts';
import type { PageShape, TextAlign } from './model.ts';
import { familyOf, inkOf } from './text-looks.ts';
import type { LetterLook, ParagraphLook } from './word-styles.ts';
import { childOf, descendantsOf, elementsOf, parseXml, type XmlElement } from './xml.ts';

/** How a paragraph, a word or a shape looks. Sizes are points. */
export type OpenStyle = Readonly<{
  letters: LetterLook;
  paragraph: ParagraphLook & Readonly<{ isBeforeNewPage?: boolean }>;
  /** `#rrggbb` of letters, also of those that are too light for paper. */
  color?: string;
  fill?: string;
  anchor?: 'middle' | 'end';
  isHidden?: boolean;
}>;

/** The list that headings are items of. */
export const OUTLINE = 'Outline';

const PLAIN: OpenStyle = { letters: {}, paragraph: {} };
const NUMBERED: readonly string[] = ['list-level-style-number', 'outline-level-style'];
const DEEPEST = 20;
const MAX_SIZE = 400;
/** The size of letters of a document that names none. */
const USUAL_SIZE = 12;
const A4: PageShape = { width: 595, height: 842, side: 57, top: 57 };
const [MIN_PAGE, MAX_PAGE] = [150, 2000];
const UNITS: Readonly<Record<string, number>> = { pt: 1, in: 72, cm: 72 / 2.54, mm: 7.2 / 2.54, px: 0.75, pc: 12 };
const ALIGNED: Readonly<Record<string, TextAlign>> = {
  start: 'left',
  left: 'left',
  center: 'center',
  end: 'right',
  right: 'right',
  justify: 'justify',
};
const ANCHORS: Readonly<Record<string, 'middle' | 'end'>> = { middle: 'middle', bottom: 'end' };

/** Points of a length such as `2.54cm`. */
export function pointsOf(length: string | undefined): number | undefined {
  const [, number, unit = ''] = /^(-?[\d.]+)(pt|in|cm|mm|px|pc)$/.exec(length ?? '') ?? [];
  const points = Number(number) * (UNITS[unit] ?? Number.NaN);
  return Number.isFinite(points) ? points : undefined;
}

/** The styles of a document in OpenDocument (ISO/IEC 26300, 16), each with those above it. */
export class OpenStyles {
  readonly #elements = new Map<string, XmlElement>();
  readonly #defaults = new Map<string, XmlElement>();
  readonly #lists = new Map<string, XmlElement>();
  readonly #read = new Map<string, OpenStyle>();
  readonly #common: XmlElement | undefined;

  constructor(archive: Archive, content: XmlElement) {
    const text = archive.text('styles.xml');
    this.#common = text === undefined ? undefined : parseXml(text);
    for (const root of [this.#common, content]) {
      for (const style of descendantsOf(root, 'style'))
        this.#elements.set(`${style.attributes['family']} ${style.attributes['name']}`, style);
      for (const style of descendantsOf(root, 'default-style'))
        this.#defaults.set(style.attributes['family'] ?? '', style);
      for (const list of descendantsOf(root, 'list-style')) this.#lists.set(list.attributes['name'] ?? '', list);
      for (const list of descendantsOf(root, 'outline-style')) this.#lists.set(OUTLINE, list);
    }
  }

  /** Letters of a paragraph without a style. */
  get base(): Readonly<{ size: number; family: LetterLook['family'] }> {
    const { size = USUAL_SIZE, family } = this.styleOf('paragraph', 'Standard').letters;
    return { size, family };
  }

  /** Heads or feet of the pages. */
  edges(kind: 'header' | 'footer'): readonly XmlElement[] {
    return descendantsOf(this.#common, 'master-page')
      .flatMap(elementsOf)
      .filter(({ name, attributes }) => name.startsWith(kind) && attributes['display'] !== 'false');
  }

  styleOf(family: string, name: string | undefined): OpenStyle {
    return this.#styleOf(family, name ?? '', 0);
  }

  /** The name of the style above one, which is that of a level of an outline. */
  parentOf(family: string, name: string | undefined): string | undefined {
    return this.#elements.get(`${family} ${name}`)?.attributes['parent-style-name'];
  }

  /** The list that a style of paragraphs names, or one above it. Empty: it is taken out of the lists. */
  listOf(name: string | undefined, depth = 0): string | undefined {
    const style = this.#elements.get(`paragraph ${name}`);
    if (style === undefined || depth > DEEPEST) return undefined;
    return style.attributes['list-style-name'] ?? this.listOf(style.attributes['parent-style-name'], depth + 1);
  }

  /** The level of a list with a number; none for bullets. */
  levelOf(list: string, level: number): XmlElement | undefined {
    return elementsOf(this.#lists.get(list) ?? { children: [] }).find(
      ({ name, attributes }) => NUMBERED.includes(name) && attributes['level'] === String(level),
    );
  }

  /** The paper of a master page, or that of the first one. `usual`: that of a document without one. */
  pageOf(master: string | undefined, usual = A4): PageShape {
    const masters = descendantsOf(this.#common, 'master-page');
    const found = masters.find(({ attributes }) => attributes['name'] === master) ?? masters[0];
    const layout = descendantsOf(this.#common, 'page-layout').find(
      ({ attributes }) => attributes['name'] === found?.attributes['page-layout-name'],
    );
    const properties = childOf(layout, 'page-layout-properties')?.attributes ?? {};
    const within = (length: string | undefined, otherwise: number): number => {
      const points = pointsOf(length);
      return points === undefined || points < MIN_PAGE || points > MAX_PAGE ? otherwise : points;
    };
    const width = within(properties['page-width'], usual.width);
    const margin = (name: string, otherwise: number): number =>
      Math.min(width / 4, Math.max(0, pointsOf(properties[name]) ?? otherwise));
    return {
      width,
      height: within(properties['page-height'], usual.height),
      side: margin('margin-left', usual.side),
      top: margin('margin-top', usual.top),
    };
  }

  /** The fill of a slide, or that of its master page. */
  backgroundOf({ attributes }: XmlElement): string | undefined {
    const master = descendantsOf(this.#common, 'master-page').find(
      (one) => one.attributes['name'] === attributes['master-page-name'],
    );
    const own = this.styleOf('drawing-page', attributes['style-name']).fill;
    return own ?? this.styleOf('drawing-page', master?.attributes['style-name']).fill;
  }

  #styleOf(family: string, name: string, depth: number): OpenStyle {
    const key = `${family} ${name}`;
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const style = this.#elements.get(key);
    const above = style?.attributes['parent-style-name'];
    const below =
      style === undefined || above === undefined || depth > DEEPEST
        ? readStyle(this.#defaults.get(family), PLAIN)
        : this.#styleOf(family, above, depth + 1);
    const read = readStyle(style, below);
    this.#read.set(key, read);
    return read;
  }
}

function readStyle(style: XmlElement | undefined, below: OpenStyle): OpenStyle {
  if (style === undefined) return below;
  const letters = childOf(style, 'text-properties')?.attributes ?? {};
  const lines = childOf(style, 'paragraph-properties')?.attributes ?? {};
  const shape = (childOf(style, 'graphic-properties') ?? childOf(style, 'drawing-page-properties'))?.attributes ?? {};
  const align = ALIGNED[lines['text-align'] ?? ''];
  const left = pointsOf(lines['margin-left']);
  const color = letters['color'];
  const { fill: filled, ...unfilled } = below;
  const isFilled = shape['fill'] === undefined ? filled !== undefined : shape['fill'] === 'solid';
  const fill = isFilled ? (shape['fill-color'] ?? filled) : undefined;
  const anchor = ANCHORS[shape['textarea-vertical-align'] ?? ''];
  return {
    ...unfilled,
    letters: { ...below.letters, ...lettersOf(letters, below.letters.size) },
    paragraph: {
      ...below.paragraph,
      ...(align !== undefined && { align }),
      ...(left !== undefined && { left }),
      ...(lines['break-before'] !== undefined && { isOnNewPage: lines['break-before'] === 'page' }),
      ...((style.attributes['master-page-name'] ?? '') !== '' && { isOnNewPage: true }),
      ...(lines['break-after'] !== undefined && { isBeforeNewPage: lines['break-after'] === 'page' }),
    },
    ...(color !== undefined && /^#[\da-f]{6}$/i.test(color) && { color: color.toLowerCase() }),
    ...(fill !== undefined && /^#[\da-f]{6}$/i.test(fill) && { fill: fill.toLowerCase() }),
    ...(anchor !== undefined && { anchor }),
    ...(shape['visibility'] === 'hidden' && { isHidden: true }),
  };
}

/** `above`: the size of letters of which a percentage is one. */
function lettersOf(properties: Readonly<Record<string, string>>, above: number | undefined): LetterLook {
  const written = properties['font-size'] ?? '';
  const size = written.endsWith('%')
    ? (above ?? USUAL_SIZE) * (Number.parseFloat(written) / 100)
    : (pointsOf(written) ?? 0);
  const family = familyOf(properties['font-name'] ?? properties['font-family']);
  const isLine = (name: string): boolean => properties[name] !== 'none';
  const { 'font-weight': weight, 'font-style': slant, color } = properties;
  return {
    ...(weight !== undefined && { isBold: weight === 'bold' || Number(weight) >= 600 }),
    ...(slant !== undefined && { isItalic: slant !== 'normal' }),
    ...(properties['text-underline-style'] !== undefined && { isUnderlined: isLine('text-underline-style') }),
    ...(properties['text-line-through-style'] !== undefined && { isStruck: isLine('text-line-through-style') }),
    ...(size > 0 && size < MAX_SIZE && { size }),
    ...(color !== undefined && { ink: inkOf(color.slice(1)) ?? '' }),
    ...(family !== undefined && { family }),
  };
}
