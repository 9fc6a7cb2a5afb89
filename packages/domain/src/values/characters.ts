/**
 * Classes of characters as the inside of `[...]`, shared by parsers and published schemas. They are spelled out,
 * because few readers of a JSON Schema support every `\p{...}`, whose meaning grows with each version of Unicode.
 * Characters above U+FFFF are literal, because no escape for them is supported everywhere.
 */

/** Bidi overrides and isolates: they can make a name read as another. */
const BIDI = '\\u202a-\\u202e\\u2066-\\u2069';
/** Characters refused in a line: control characters, separators of lines and paragraphs, and the bidi characters. */
export const CONTROL_OR_BIDI = `\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029${BIDI}`;
/** Characters refused in texts of several lines: all of those but tab, line feed and carriage return. */
export const CONTROL_OR_BIDI_EXCEPT_BREAKS = `\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f${BIDI}`;
/** Half of a surrogate pair, which is not a character: stores differ in how they keep it. */
export const HALF_A_PAIR = '\\ud800-\\udfff';
/** Invisible characters: white space, control characters, and those that may be ignored (Unicode 17). */
export const BLANK_RANGES = [
  '\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890-\\u0891\\u08e2',
  '\\u115f-\\u1160\\u1680\\u17b4-\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\u3164',
  '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}',
  '\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}',
].join('');

const LAST_POINT = 0x10ffff;

/** As the classes above spell it. */
const spelled = (point: number): string =>
  point > 0xffff ? String.fromCodePoint(point) : `\\u${point.toString(16).padStart(4, '0')}`;

/**
 * The class of every character but those of some classes. A class must not name halves of pairs, also to exclude them: programs
 * whose texts cannot hold a half, such as those in Rust, refuse the whole pattern then.
 */
export function allBut(...classes: readonly string[]): string {
  const ranges = [HALF_A_PAIR, ...classes].flatMap(rangesOf).sort(([one], [other]) => one - other);
  let [next, text] = [0, ''];
  for (const [from, to] of [...ranges, [LAST_POINT + 1, LAST_POINT + 1] as const]) {
    if (from > next) text += from - 1 === next ? spelled(next) : `${spelled(next)}-${spelled(from - 1)}`;
    next = Math.max(next, to + 1);
  }
  return text;
}

/** First and last code point of each range of a class. */
const rangesOf = (text: string): readonly (readonly [number, number])[] =>
  Array.from(text.matchAll(/(\\u[0-9a-f]{4}|.)(?:-(\\u[0-9a-f]{4}|.))?/gsu), ([, from = '', to = from]) => [
    pointOf(from),
    pointOf(to),
  ]);

const pointOf = (letter: string): number =>
  letter.length === 6 ? Number.parseInt(letter.slice(2), 16) : (letter.codePointAt(0) ?? 0);

/** Number of Unicode code points, the unit of every length in the interface. */
export const codePoints = (text: string): number => {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) i++;
    count++;
  }
  return count;
};
