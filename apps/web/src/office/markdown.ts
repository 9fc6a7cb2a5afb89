import { lexer, type Token, type Tokens } from 'marked';
import type { OfficeBlock, PreviewResult, TextRun } from './model.ts';
import { OmissionNotes } from './notes.ts';

const PICTURES = 'Pictures are named and not shown: nothing is fetched.';
const HTML = 'HTML in it is shown as text, and does nothing. Its comments are left out.';
/** Signs that the library replaces in texts, and those that people write so. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00A0',
};
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const MAX_ADDRESS = 200;

type Style = Omit<TextRun, 'text'>;
type Place = Readonly<{ indent: number; isQuote: boolean }>;

/** Reads Markdown in UTF-8. Its HTML stays text, and its addresses and pictures are words. */
export function readMarkdown(bytes: Uint8Array<ArrayBuffer>): PreviewResult {
  const notes = new OmissionNotes();
  const text = new TextDecoder().decode(bytes);
  const blocks = new MarkdownReader(notes).blocks(lexer(text, { gfm: true }), { indent: 0, isQuote: false });
  return { kind: 'text', head: [], blocks, notes: notes.all };
}

class MarkdownReader {
  readonly #notes: OmissionNotes;

  constructor(notes: OmissionNotes) {
    this.#notes = notes;
  }

  blocks(tokens: readonly Token[], place: Place): readonly OfficeBlock[] {
    return tokens.flatMap((token) => this.#block(token, place));
  }

  #block(token: Token, place: Place): readonly OfficeBlock[] {
    if (isOf('heading', token)) return [{ kind: 'heading', level: token.depth, runs: this.#runs(token.tokens, {}) }];
    if (isOf('code', token)) return [{ kind: 'code', text: token.text }];
    if (isOf('hr', token)) return [{ kind: 'rule' }];
    if (isOf('blockquote', token)) return this.blocks(token.tokens, { ...place, isQuote: true });
    if (isOf('list', token)) return this.#list(token, place);
    if (isOf('table', token)) return [this.#table(token)];
    if (isOf('html', token)) return this.#html(token.text, place);
    const runs = isOf('paragraph', token) || isOf('text', token) ? this.#runs(token.tokens ?? [token], {}) : [];
    return runs.length === 0 ? [] : [paragraphAt(place, runs)];
  }

  #list({ items, ordered, start }: Tokens.List, place: Place): readonly OfficeBlock[] {
    return items.flatMap((item, index) => {
      const inner = { ...place, indent: place.indent + 1 };
      const [first, ...more] = this.blocks(item.tokens, inner);
      const sign = item.task ? boxOf(item) : ordered ? `${(start === '' ? 1 : start) + index}.` : undefined;
      const runs: readonly TextRun[] = first?.kind === 'paragraph' ? first.runs : [];
      // The bullet of an item takes the place of one step.
      const begun: OfficeBlock =
        sign === undefined
          ? { ...paragraphAt(place, runs), isItem: true }
          : paragraphAt(inner, [{ text: `${sign} ` }, ...runs]);
      return [begun, ...(first === undefined || first.kind === 'paragraph' ? [] : [first]), ...more];
    });
  }

  #table({ header, rows }: Tokens.Table): OfficeBlock {
    const line = (cells: readonly Tokens.TableCell[], style: Style) =>
      cells.map((cell) => [{ kind: 'paragraph', runs: this.#runs(cell.tokens, style) } as const]);
    return { kind: 'table', rows: [line(header, { isBold: true }), ...rows.map((cells) => line(cells, {}))] };
  }

  #html(html: string, place: Place): readonly OfficeBlock[] {
    this.#notes.add(HTML);
    const text = html.replaceAll(COMMENT, '').trim();
    return text === '' ? [] : [paragraphAt(place, [{ text, isCode: true }])];
  }

  #runs(tokens: readonly Token[], style: Style): readonly TextRun[] {
    return tokens.flatMap((token) => this.#run(token, style));
  }

  #run(token: Token, style: Style): readonly TextRun[] {
    if (isOf('strong', token)) return this.#runs(token.tokens, { ...style, isBold: true });
    if (isOf('em', token)) return this.#runs(token.tokens, { ...style, isItalic: true });
    if (isOf('del', token)) return this.#runs(token.tokens, { ...style, isStruck: true });
    if (isOf('codespan', token)) return [{ ...style, text: plainOf(token.text), isCode: true }];
    if (isOf('br', token)) return [{ ...style, text: '\n' }];
    if (isOf('link', token)) return this.#link(token, style);
    if (isOf('image', token)) {
      this.#notes.add(PICTURES);
      return [{ ...style, text: `[Picture: ${plainOf(token.text) || 'without a name'}]` }];
    }
    if (isOf('html', token)) {
      this.#notes.add(HTML);
      return /^<br\s*\/?>$/i.test(token.raw)
        ? [{ ...style, text: '\n' }]
        : [{ ...style, text: token.raw.replaceAll(COMMENT, ''), isCode: true }];
    }
    // A paragraph goes on in its next line.
    if (isOf('text', token) || isOf('escape', token))
      return [{ ...style, text: plainOf(token.text).replaceAll('\n', ' ') }];
    return [{ ...style, text: token.raw }];
  }

  /** The words of a link, and where it leads: no address of a document can be followed. */
  #link({ tokens, href, text }: Tokens.Link, style: Style): readonly TextRun[] {
    const runs = this.#runs(tokens, style);
    const address = plainOf(href).slice(0, MAX_ADDRESS);
    const isSaid = address.startsWith('#') || plainOf(text) === address || `mailto:${plainOf(text)}` === address;
    return isSaid ? runs : [...runs, { ...style, text: ` (${address})`, isSoft: true }];
  }
}

const boxOf = ({ checked }: Tokens.ListItem): string => (checked === true ? '☑' : '☐');

type TokenOf<T extends Token['type']> = Extract<Token, Readonly<{ type: T }>>;
const isOf = <T extends Token['type']>(type: T, token: Token): token is TokenOf<T> => token.type === type;

const paragraphAt = ({ indent, isQuote }: Place, runs: readonly TextRun[]) =>
  ({ kind: 'paragraph', runs, ...(indent > 0 && { indent }), ...(isQuote && { isQuote }) }) as const;

/** A text without the entities of HTML. */
const plainOf = (text: string): string =>
  text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|\w{1,8});/gi, (whole, name: string) => {
    const known = ENTITIES[name.toLowerCase()];
    if (known !== undefined) return known;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return name.startsWith('#') && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
