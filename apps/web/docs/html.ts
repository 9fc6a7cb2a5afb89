/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Part[];

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const partOf = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(partOf).join('');
  return escaped(String(part));
};

/** HTML with its values escaped, but for those that are HTML. `undefined` and `false` are left out. */
export const html = (pieces: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(pieces.map((piece, index) => piece + partOf(values[index])).join(''));
