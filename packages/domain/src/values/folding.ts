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

/** The text without letter case, accents, width and unseen characters, for comparing what people type. */
export const folded = (text: string): string =>
  PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replaceAll(ACCENTS, '')
        .replaceAll(UNSEEN, '')
        .normalize('NFC')
        .toUpperCase()
        .toLowerCase()
        .replaceAll(FOLDED_LETTERS, (letter) => LETTERS[letter] ?? letter);

/** The words of a text that is sought, folded and each once: at most `most`, the longest. */
export const wordsToFind = (text: string, most: number): readonly string[] =>
  [...new Set(folded(text).split(/\s+/u))]
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
  Array.from(folded(name).replaceAll(/\d+/g, withLength)).slice(0, MAX_CHARACTERS).join('');

function withLength(digits: string): string {
  const number = digits.replace(/^0+(?=\d)/, '');
  return `0${String.fromCharCode(0x40 + Math.min(number.length, 0x3f))}${number}`;
}
