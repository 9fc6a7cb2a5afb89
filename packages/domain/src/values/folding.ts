/** Accents as combining characters. Signs of other scripts, such as vowels, are letters and stay. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]/gu;
/** Characters without a shape, which no user types: soft hyphens, joiners, direction marks. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** Letters whose stroke or second half Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
};
const FOLDED_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
const PLAIN = /^[ -~]*$/;

/**
 * The text without letter case, accents, width and unseen characters, for comparing what people type. INVARIANT: equates all names
 * that `siblingKey` equates.
 */
export const foldText = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : siblingKey(text)
        .normalize('NFKD')
        .replaceAll(ACCENTS, '')
        .replaceAll(UNSEEN, '')
        .normalize('NFC')
        .toUpperCase()
        .toLowerCase()
        .replaceAll(FOLDED_LETTERS, (letter) => LETTERS[letter] ?? letter);

/**
 * Names of folders with the same key are the same name: NFC and simple case folding (C and S of CaseFolding.txt), so that `ẞ` is
 * `ß` and not `ss`. `toLowerCase` and `toUpperCase` fold as that table where they give one character.
 */
export const siblingKey = (name: string): string =>
  PLAIN.test(name) ? name.toLowerCase() : Array.from(name.normalize('NFC'), simpleFold).join('').normalize('NFC');

/** The capital of this letter is that of `i`, but the table does not equate the two. */
const DOTLESS_I = 'ı';

function simpleFold(character: string): string {
  if (character === DOTLESS_I) return character;
  const [upper = character, ...more] = Array.from(character.toUpperCase());
  const [lower = character, ...rest] = Array.from((more.length === 0 ? upper : character).toLowerCase());
  return rest.length === 0 ? lower : character;
}

/** The words of a text that is sought, folded and each once: at most `most`, the longest. */
export const wordsToFind = (text: string, most: number): readonly string[] =>
  [...new Set(foldText(text).split(/\s+/u))]
    .filter((word) => word !== '')
    .toSorted((one, other) => other.length - one.length)
    .slice(0, most);

/** Longer beginnings are compared no further. */
const MAX_CHARACTERS = 80;

/**
 * A text whose order by code units is the natural order of folded names: 2 before 10. A number is written with the count of its
 * digits in front. The end is cut off.
 */
export const naturalKey = (name: string): string =>
  Array.from(foldText(name).replaceAll(/\d+/g, withLength)).slice(0, MAX_CHARACTERS).join('');

function withLength(digits: string): string {
  const number = digits.replace(/^0+(?=\d)/, '');
  return `0${String.fromCharCode(0x40 + Math.min(number.length, 0x3f))}${number}`;
}
