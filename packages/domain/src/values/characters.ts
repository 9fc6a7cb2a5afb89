/**
 * Classes of characters as the inside of `[...]`, shared by parsers and published schemas. They are spelled out,
 * because few readers of a JSON Schema support every `\p{...}`, whose meaning grows with each version of Unicode.
 * Characters above U+FFFF are literal, because no escape for them is supported everywhere.
 */

/** Bidi overrides and isolates: they can make a name read as another. */
const BIDI = '\\u202a-\\u202e\\u2066-\\u2069';
/** Characters refused in a line: control characters, separators of lines and paragraphs, and the bidi characters. */
export const CONTROL_OR_BIDI = `\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029${BIDI}`;
/** The same without tab, line feed and carriage return, for texts of several lines. */
export const CONTROL_OR_BIDI_EXCEPT_BREAKS = `\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f${BIDI}`;
/** Half of a surrogate pair, which is not a character: stores differ in how they keep it. */
export const HALF_A_PAIR = '\\ud800-\\udfff';
/** Invisible characters: white space, control characters, and those that may be ignored (Unicode 17). */
export const BLANK = [
  '\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890-\\u0891\\u08e2',
  '\\u115f-\\u1160\\u1680\\u17b4-\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\u3164',
  '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}',
  '\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}',
].join('');

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
