import { allBut, CONTROL_OR_BIDI } from './characters.ts';

/**
 * Characters that no reader sees (Default_Ignorable_Code_Point and Bidi_Control of Unicode 17), for names: with them, two names look
 * alike. Joiners and variation selectors stay where a script or an emoji needs them. Spelled out as in characters.ts, and without
 * looking around, which few readers of a JSON Schema do.
 */

/** Characters that show nothing by themselves and have no place in a name. The flags below hold some of them. */
const UNSEEN = [
  '\\u00ad\\u034f\\u061c\\u115f-\\u1160\\u17b4-\\u17b5\\u200b\\u200e-\\u200f\\u202a-\\u202e\\u2060-\\u206f',
  '\\u3164\\ufeff\\uffa0\\ufff0-\\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}',
].join('');
/** Flags of England, Scotland and Wales: a black flag with letters that no reader sees. */
const FLAG = [
  '\u{1f3f4}\u{e0067}\u{e0062}',
  '(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}',
].join('');

/** Letters and marks of Indic scripts. */
const INDIC = [
  '\\u0900-\\u0963\\u0970-\\u09e5\\u09f0-\\u0a65\\u0a70-\\u0ae5\\u0af0-\\u0b65\\u0b70-\\u0be5',
  '\\u0bf0-\\u0c65\\u0c70-\\u0ce5\\u0cf0-\\u0d65\\u0d70-\\u0de5\\u0df0-\\u0dff',
].join('');
const MYANMAR = '\\u1000-\\u103f\\u1050-\\u108f';
const MONGOLIAN = '\\u1820-\\u18aa';
/** Letters and marks that joiners bind or part: Arabic, Syriac, N'Ko, Indic, Myanmar, Khmer and Mongolian. */
const JOINED = [
  '\\u0620-\\u065f\\u066e-\\u06d3\\u06d5-\\u06dc\\u06df-\\u06e8\\u06ea-\\u06ef\\u06fa-\\u06ff\\u0710-\\u077f\\u07ca-\\u07f5\\u0870-\\u088f\\u08a0-\\u08e1\\u08e3-\\u08ff',
  `${INDIC}${MYANMAR}\\u1780-\\u17b3\\u17b6-\\u17d3${MONGOLIAN}`,
].join('');
/** Signs of Indic scripts that take a vowel away: with a joiner, they shape the end of a word too. */
const VIRAMA = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca';
const IDEOGRAPH = '\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\u{20000}-\u{3ffff}';
/** Symbols that have a coloured form, without digits. */
const EMOJI = [
  '\\u00a9\\u00ae\\u203c\\u2049\\u2122\\u2139\\u2194-\\u2199\\u21a9-\\u21aa\\u231a-\\u23ff\\u24c2\\u25aa-\\u27bf',
  '\\u2934-\\u2935\\u2b05-\\u2b55\\u3030\\u303d\\u3297\\u3299\u{1f000}-\u{1f1e5}\u{1f200}-\u{1faff}',
].join('');

const [JOINER, COLOUR, SHAPE] = ['\\u200c\\u200d', '\\ufe0e-\\ufe0f', '\\u180b-\\u180f'];
/** The text before, an invisible character, and the text after it, where that character is out of place. */
const MISPLACED: readonly (readonly [string, string, string])[] = [
  [`(?:^|[^${JOINED}])`, '\\u200c', ''],
  [`(?:^|[^${JOINED}${EMOJI}\\ufe0f])`, '\\u200d', ''],
  ['', `[${JOINER}]`, '(?:$|/)'],
  [`[${EMOJI}\\ufe0f]`, '\\u200d', `[^${EMOJI}]`],
  [`[^${VIRAMA}${EMOJI}\\ufe0f]`, `[${JOINER}]`, `[^${JOINED}]`],
  [`(?:^|[^${EMOJI}#*0-9])`, `[${COLOUR}]`, ''],
  ['[#*0-9]', `[${COLOUR}]`, '(?:$|[^\\u20e3])'],
  [`(?:^|[^${IDEOGRAPH}${MYANMAR}])`, '\\ufe00', ''],
  [`(?:^|[^${IDEOGRAPH}])`, '[\\ufe01-\\ufe0d\u{e0100}-\u{e01ef}]', ''],
  [`(?:^|[^${MONGOLIAN}])`, `[${SHAPE}]`, ''],
];

/** The form of one line without invisible characters, and forms that it must not hold. None looks around. */
export const LINE_PATTERN = `^(?:[${allBut(CONTROL_OR_BIDI, UNSEEN)}]|${FLAG})*$`;
export const MISPLACED_IN_LINE: readonly string[] = MISPLACED.map((parts) => parts.join(''));
/**
 * Finds the invisible characters of a text: in the first group, a flag that may hold them, else one out of place. A program
 * without this package gets it printed.
 */
export const UNSEEN_OUT_OF_PLACE: string = [
  `(${FLAG})`,
  `[${UNSEEN}]`,
  ...MISPLACED.map(([before, one, after]) => `${before && `(?<=${before})`}${one}${after && `(?=${after})`}`),
].join('|');

const PLAIN = /^[ -~]*$/;
const FOUND = new RegExp(UNSEEN_OUT_OF_PLACE, 'gu');

/** True for a line with an invisible character that has no place there. */
export const hasUnseenOutOfPlace = (line: string): boolean =>
  !PLAIN.test(line) && Array.from(line.matchAll(FOUND)).some(([, flag]) => flag === undefined);
