const NAMED = /<([^<>\s]+@[^<>\s]+)>/g;

/**
 * E-mail addresses in a pasted text, in lower case, each once: between blanks, commas, semicolons or lines, or after names
 * as mail programs copy them: `"King, Ada" <ada@example.org>`. Words that are not addresses are kept, for the answer to name.
 */
export const addressesIn = (text: string): readonly string[] => [
  ...new Set(text.toLowerCase().split('\n').flatMap(inLine)),
];

function inLine(line: string): readonly string[] {
  const named = [...line.matchAll(NAMED)].map(([, address = '']) => address);
  const rest = line.replaceAll(NAMED, ' ').split(/[\s,;]+/);
  // Beside an address in brackets, words without @ are a name.
  return [...named, ...rest.filter((part) => part !== '' && (named.length === 0 || part.includes('@')))];
}

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const HOST_LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const FORM = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@${HOST_LABEL}(?:\\.${HOST_LABEL})*$`);

/** Whether the service would take a word of `addressesIn` as an address. */
export const isAddress = (word: string): boolean => word.length <= 254 && FORM.test(word);

/** Whether a text that is being typed ends an address, so that what follows it is another one. */
export const endsAddress = (text: string): boolean => /[\n;]|,\s*$|@\S+\s/.test(text);
