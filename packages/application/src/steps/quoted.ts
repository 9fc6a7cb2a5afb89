/** Maximum number of characters of a quoted name. */
const MAX_CHARACTERS = 60;

/** Control, format and line-breaking characters: a name is on one line, and reads as it is stored. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/** Marks that would end the quotation. */
const QUOTES = /[«»]/gu;
/** A dot inside of a word, also the ones that browsers take for a dot: mail programs make links of `www.a.example` and `a.example`. */
const DOT = /([.\u3002\uff0e\uff61])(?=[^\s.\u3002\uff0e\uff61])/gu;
/** The end of a file name that is no domain, so that no mail program makes a link of it. */
const OF_A_FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|csv|txt|rtf|eml|msg|png|jpe?g|gif|tiff?|html?|json|xml|mp[34])$/iu;

/**
 * A text that one person chose, as a mail shows it to another: quoted, cut to 60 characters, and without anything that a mail
 * program makes a link of. It must not pass for words of the service.
 */
export function quoteText(text: string): string {
  const line = text.replaceAll(UNSEEN, ' ').replaceAll(QUOTES, '"').replaceAll('://', ': //').trim();
  const [end = ''] = OF_A_FILE.exec(line) ?? [];
  const whole = `${apart(line.slice(0, line.length - end.length))}${end}`;
  if (Array.from(whole).length <= MAX_CHARACTERS) return `«${whole}»`;
  // A part of the end may be a domain.
  const cut = Array.from(apart(line)).slice(0, MAX_CHARACTERS - 1);
  return `«${cut.join('').trimEnd()}…»`;
}

const apart = (text: string): string => text.replaceAll(DOT, '$1 ');
