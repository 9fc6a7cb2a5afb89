/**
 * Characters that a terminal interprets or that change the direction of text: names come from other people. Includes
 * line breaks and tabs, so that a name stays on one line.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
/** Joiners and variation selectors, which letters and emoji need. */
const HARMLESS = /\u200c|\u200d|\u00ad/u;

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Another person's text on one line, without characters that a terminal interprets. */
export const clean = (text: string): string =>
  text.replaceAll(UNSAFE, (character) => (HARMLESS.test(character) ? character : escaped(character)));

/** The same for several lines. */
export const cleanLines = (text: string): string => text.split('\n').map(clean).join('\n');

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
