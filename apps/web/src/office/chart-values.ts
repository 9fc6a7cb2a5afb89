import { numberFormat } from './number-format.ts';
import { childOf, elementsOf, elementText, type XmlElement } from './xml.ts';

/** Values of a series; more are left out. */
export const MAX_POINTS = 2000;

/** Sums and squares of smaller numbers are finite. */
export const LARGEST = 1e100;

/** Values that a chart stores of the cells it was made of (ECMA-376, part 1, 21.2.2.24 and .215). */
export type StoredValues = Readonly<{
  count: number;
  texts: readonly (string | undefined)[];
  numbers: readonly (number | undefined)[];
  code: string;
  isNumeric: boolean;
  isCut: boolean;
}>;

const NONE: StoredValues = { count: 0, texts: [], numbers: [], code: 'General', isNumeric: false, isCut: false };

/** The first element of a value that holds texts or numbers, through its reference. */
function cacheOf(place: XmlElement | undefined): XmlElement | undefined {
  for (const name of ['numRef', 'strRef', 'multiLvlStrRef']) {
    const reference = childOf(place, name);
    if (reference !== undefined) return elementsOf(reference).find((one) => one.name.endsWith('Cache'));
  }
  return childOf(place, 'numLit') ?? childOf(place, 'strLit');
}

const countOf = (cache: XmlElement | undefined, points: readonly (readonly [number, string])[]): number =>
  Math.max(Number(childOf(cache, 'ptCount')?.attributes['val']) || 0, ...points.map(([index]) => index + 1));

const pointsIn = (place: XmlElement): readonly (readonly [number, string])[] =>
  elementsOf(place)
    .filter(({ name }) => name === 'pt')
    .map((point) => [Math.trunc(Number(point.attributes['idx'])), elementText(childOf(point, 'v'))] as const)
    .filter(([index]) => index >= 0 && index < MAX_POINTS);

export function storedValues(place: XmlElement | undefined, is1904: boolean): StoredValues {
  const cache = cacheOf(place);
  if (cache === undefined) return NONE;
  if (cache.name === 'multiLvlStrCache') return levelsOf(cache);
  const points = pointsIn(cache);
  const stored = countOf(cache, points);
  const isNumeric = cache.name.startsWith('num');
  const code = elementText(childOf(cache, 'formatCode')) || 'General';
  const numbers: (number | undefined)[] = [];
  const texts: (string | undefined)[] = [];
  const format = numberFormat(code);
  for (const [index, text] of points) {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (Math.abs(number) < LARGEST) numbers[index] = number;
    texts[index] = isNumeric && Number.isFinite(number) ? format(number, is1904).text.trim() : text;
  }
  return { count: Math.min(stored, MAX_POINTS), texts, numbers, code, isNumeric, isCut: stored > MAX_POINTS };
}

/** Categories of several levels: `2026 Q1`. An outer one holds until the next of its level. */
function levelsOf(cache: XmlElement): StoredValues {
  const levels = elementsOf(cache)
    .filter(({ name }) => name === 'lvl')
    .map((level) => new Map(pointsIn(level)));
  const stored = countOf(
    cache,
    levels.flatMap((level) => [...level]),
  );
  const count = Math.min(stored, MAX_POINTS);
  const last = levels.map(() => '');
  const texts = Array.from({ length: count }, (_, index) => {
    for (const [depth, level] of levels.entries())
      last[depth] = level.get(index) ?? (depth === 0 ? '' : (last[depth] ?? ''));
    return last
      .filter((text) => text !== '')
      .toReversed()
      .join(' ');
  });
  return { ...NONE, count, texts, isCut: stored > MAX_POINTS };
}
