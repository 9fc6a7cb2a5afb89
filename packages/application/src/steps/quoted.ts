/** Maximum number of characters of a quoted name. */
const MAX_CHARACTERS = 60;

/** Control, format and line-breaking characters: a name is on one line, and reads as it is stored. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/** Marks that would end the quotation. */
const QUOTES = /[«»]/gu;
/** A dot inside of a word, also the ones that browsers take for a dot: mail programs make links of `www.a.example` and `a.example`. */
const DOT = /([.\u3002\uff0e\uff61])(?=[^\s.\u3002\uff0e\uff61])/gu;

/**
 * A text that one person chose, as a mail shows it to another: quoted, cut to 60 characters, and without anything that a mail
 * program makes a link of. It must not pass for words of the service.
 */
export function quoted(text: string): string {
  const line = text.replaceAll(UNSEEN, ' ').replaceAll(QUOTES, '"').replaceAll('://', ': //').replaceAll(DOT, '$1 ');
  const characters = Array.from(line.trim());
  const isCut = characters.length > MAX_CHARACTERS;
  return `«${
    isCut
      ? `${characters
          .slice(0, MAX_CHARACTERS - 1)
          .join('')
          .trimEnd()}…`
      : characters.join('')
  }»`;
}
