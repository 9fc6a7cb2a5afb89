import { childOf, descendantsOf, elementsOf, parseXml, type XmlElement } from './xml.ts';

type Level = Readonly<{ start: number; format: string; text: string; isDecimal: boolean }>;
type List = Readonly<{ id: string; levels: ReadonlyMap<number, Level>; starts: ReadonlyMap<number, number> }>;

const MAX_LEVEL = 8;
/** Characters before an item, where Word has a few. */
const MAX_TEXT = 100;
/** Larger numbers are written as digits. */
const MAX_WORDS = 3999;
const attributeOf = (place: XmlElement | undefined, name: string): string =>
  childOf(place, name)?.attributes['val'] ?? '';
const numberOf = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : otherwise;

/** The signs before the items of lists, in the order in which they are asked for (ECMA-376, 17.9). */
export class Numbering {
  readonly #lists = new Map<string, List>();
  /** The numbers that were given last, by the definition that lists share. */
  readonly #counts = new Map<string, number[]>();
  readonly #begun = new Set<string>();

  constructor(text: string | undefined) {
    const root = text === undefined ? undefined : parseXml(text);
    if (root === undefined) return;
    const shared = new Map(
      descendantsOf(root, 'abstractNum').map((one) => [one.attributes['abstractNumId'] ?? '', levelsOf(one)]),
    );
    for (const num of descendantsOf(root, 'num')) {
      const id = attributeOf(num, 'abstractNumId');
      const overrides = elementsOf(num).filter(({ name }) => name === 'lvlOverride');
      const starts = overrides.flatMap((one): readonly (readonly [number, number])[] => {
        const start = childOf(one, 'startOverride');
        return start === undefined ? [] : [[levelOf(one), numberOf(start.attributes['val'], 1)]];
      });
      const own = overrides.flatMap((one) => [...levelsOf(one)]);
      const levels = new Map([...(shared.get(id) ?? []), ...own]);
      this.#lists.set(num.attributes['numId'] ?? '', { id, levels, starts: new Map(starts) });
    }
  }

  /** The sign of the next item: a number with what stands around it; none for a bullet. */
  next(listId: string, level: number): string | undefined {
    const list = this.#lists.get(listId);
    const own = list?.levels.get(level);
    if (list === undefined || own === undefined || own.format === 'bullet') return undefined;
    const counts = this.#counts.get(list.id) ?? [];
    this.#counts.set(list.id, counts);
    const start = list.starts.get(level);
    const isAgain = this.#begun.has(`${listId} ${level}`);
    this.#begun.add(`${listId} ${level}`);
    for (let above = 0; above < level; above++) counts[above] ??= list.levels.get(above)?.start ?? 1;
    const last = start !== undefined && !isAgain ? start - 1 : (counts[level] ?? own.start - 1);
    counts[level] = last + 1;
    counts.length = level + 1;
    return own.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const format = own.isDecimal ? 'decimal' : (list.levels.get(at)?.format ?? 'decimal');
      return counts[at] === undefined ? '' : written(counts[at], format);
    });
  }
}

const levelOf = (place: XmlElement): number => Math.min(MAX_LEVEL, numberOf(place.attributes['ilvl'], 0));

const levelsOf = (place: XmlElement): ReadonlyMap<number, Level> =>
  new Map(
    elementsOf(place)
      .filter(({ name }) => name === 'lvl')
      .map((level) => [
        levelOf(level),
        {
          start: numberOf(childOf(level, 'start')?.attributes['val'], 0),
          format: attributeOf(level, 'numFmt'),
          text: attributeOf(level, 'lvlText').slice(0, MAX_TEXT),
          isDecimal: childOf(level, 'isLgl') !== undefined,
        },
      ]),
  );

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

function roman(value: number): string {
  let [left, text] = [value, ''];
  for (const [size, sign] of ROMAN) for (; left >= size; left -= size) text += sign;
  return text;
}

/** a to z, then aa, bb, as Word counts. */
const letters = (value: number): string => String.fromCodePoint(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));

/** A number in a format as Word names it. */
export function written(value: number, format: string): string {
  if (format === 'none') return '';
  if (format === 'decimalZero') return String(value).padStart(2, '0');
  if (value < 1 || value > MAX_WORDS) return String(value);
  if (format === 'lowerRoman') return roman(value);
  if (format === 'upperRoman') return roman(value).toUpperCase();
  if (format === 'lowerLetter') return letters(value);
  return format === 'upperLetter' ? letters(value).toUpperCase() : String(value);
}
