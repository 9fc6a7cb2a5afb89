/**
 * Characters that a terminal interprets, that change the direction of text or that no reader sees: names come from other people. Includes
 * line breaks and tabs, so that a name stays on one line.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
/** In the first group, those characters, except joiners and variation selectors after a letter or an emoji that may need them. */
const UNSAFE_IN_LINE = new RegExp(
  String.raw`(?<=[^\0-\x7f\u00c0-\u024f\p{Default_Ignorable_Code_Point}]\ufe0f?)[\u200c\u200d\p{Variation_Selector}]|[#*\d]\ufe0f\u20e3|(${UNSAFE.source})`,
  'gu',
);

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Another person's text on one line, without characters that a terminal interprets. */
export const cleanLine = (text: string): string =>
  text.replaceAll(UNSAFE_IN_LINE, (found, unsafe?: string) => (unsafe === undefined ? found : escaped(unsafe)));

/** Another person's text of several lines, without characters that a terminal interprets. */
export const cleanLines = (text: string): string => text.split('\n').map(cleanLine).join('\n');

/** JSON that is safe to print to a terminal. Parses to the same value. */
export const cleanJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replaceAll(UNSAFE, (character) =>
    character === '\n'
      ? character
      : Array.from(
          { length: character.length },
          (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
        ).join(''),
  );
