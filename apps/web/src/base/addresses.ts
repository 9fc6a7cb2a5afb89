const NAMED = /<([^<>\s]+@[^<>\s]+)>/g;

/**
 * E-mail addresses in a pasted text, in lower case, each once: between blanks, commas, semicolons or lines, or after names
 * as mail programs copy them: `"King, Ada" <ada@example.org>`. Words that are no address are kept, for the answer to name.
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
