/**
 * A word of a pasted text, in lower case, with the name beside it. A word that is not an address is kept, for the answer to name.
 * `others`: more names of the same address.
 */
export type AddressEntry = Readonly<{ word: string; name?: string; others?: readonly string[] }>;

/**
 * People in a pasted text, each once: addresses between blanks, commas, semicolons or lines; after names as mail programs
 * copy them (`"King, Ada" <ada@example.org>`); or rows of a table (`Ada King,ada@example.org`), with a line of heads or without.
 */
export function entriesIn(text: string): readonly AddressEntry[] {
  const lines = text.replaceAll(/ {2,}/g, ' ').split(/[\r\n]+/);
  const columns = columnsOf(lines[0] ?? '');
  const rows = columns === undefined ? lines.flatMap(inLine) : lines.slice(1).flatMap((line) => inRow(line, columns));
  const found = new Map<string, AddressEntry>();
  for (const entry of rows) found.set(entry.word, together(found.get(entry.word), entry));
  return [...found.values()];
}

/** Two entries of one address. */
function together(one: AddressEntry | undefined, { word, name }: AddressEntry): AddressEntry {
  if (one?.name === undefined || name === undefined) return one?.name === undefined ? entryOf(word, name) : one;
  const { others = [] } = one;
  return [one.name, ...others].includes(name) ? one : { ...one, others: [...others, name] };
}

export const addressesIn = (text: string): readonly string[] => entriesIn(text).map(({ word }) => word);

const entryOf = (word: string, name = ''): AddressEntry => ({
  word: word.toLowerCase(),
  ...(name !== '' && { name }),
});

/** Also words that are not addresses: mail programs have one in these brackets. */
const IN_BRACKETS = /<([^<>\s]+)>/g;

function inLine(line: string): readonly AddressEntry[] {
  const named: AddressEntry[] = [];
  let rest = '';
  let end = 0;
  for (const { 0: whole, 1: address = '', index } of line.matchAll(IN_BRACKETS)) {
    const [left, name] = nameAtEnd(line.slice(end, index));
    named.push(entryOf(address, nameFrom(name)));
    rest += `${left} `;
    end = index + whole.length;
  }
  rest += line.slice(end);
  if (named.length > 0)
    // Beside an address in brackets, words without @ are a name.
    return [
      ...named,
      ...wordsOf(rest)
        .filter((word) => word.includes('@'))
        .map((word) => entryOf(word)),
    ];
  return besideOne(line) ?? besideNone(line) ?? wordsOf(rest).map((word) => entryOf(word));
}

/** A text without the name that ends it, and the name: in quotes, or after the last mark or word that no name has. */
function nameAtEnd(text: string): readonly [left: string, name: string] {
  const all = text.trimEnd();
  const quote = all.endsWith('"') ? all.lastIndexOf('"', all.length - 2) : -1;
  if (quote >= 0) return [all.slice(0, quote), all.slice(quote + 1, -1)];
  const name = all.split(/[<>",;]|\S*@\S*/).at(-1) ?? '';
  return [all.slice(0, all.length - name.length), name];
}

const wordsOf = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

/** Characters of a line with one person; the search in it grows faster than the line. */
const LONGEST_NAMED = 500;
const ONE_ADDRESS = /^([^@]*?)(?:^|[\s,;]+)"?([^\s,;@"]+@[^\s,;@"]+)"?(?:$|\s*[,;\t]([^@]*)$|\s*$)/;

/** The only address of a line, with a name before it, or after it in cells of their own. */
function besideOne(line: string): readonly AddressEntry[] | undefined {
  if (line.length > LONGEST_NAMED || line.split('@').length !== 2) return undefined;
  const [, before = '', address = '', after = ''] = ONE_ADDRESS.exec(line) ?? [];
  if (address === '') return undefined;
  const cells = line.includes('\t') ? cellsBetweenTabs : cellsOf;
  const left = cells(before).filter((cell) => cell !== '');
  if (left.length > 0) return left.every(isName) ? [entryOf(address, left.map(nameFrom).join(' '))] : undefined;
  const right = cells(after).filter((cell) => cell !== '');
  if (right.length === 0) return [entryOf(address)];
  const name = right[0]?.includes(' ') === true ? right.slice(0, 1) : right.slice(0, 2);
  // A single word is rather an address with a slip.
  const isWholeName = name.every(isName) && name.join(' ').includes(' ');
  return isWholeName ? [entryOf(address, name.map(nameFrom).join(' '))] : undefined;
}

/** A word with a dot within, as a host has: rather an address without its @ than a part of a name. */
const LOST_AT = /^[^@]*\p{L}{2}\.\p{L}{2,}$/u;

/** The only word of a line that an @ may be missing in, with the name before or after it. */
function besideNone(line: string): readonly AddressEntry[] | undefined {
  if (line.length > LONGEST_NAMED || line.includes('@')) return undefined;
  const words = wordsOf(line.replaceAll('"', ' '));
  const [word, ...more] = words.filter((one) => LOST_AT.test(one));
  if (word === undefined || more.length > 0 || words.length === 1) return undefined;
  const cells = cellsOf(line.replace(word, '')).filter((cell) => cell !== '');
  return cells.length > 0 && cells.every(isName) ? [entryOf(word, cells.map(nameFrom).join(' '))] : undefined;
}

const CELL = /"((?:[^"]|"")*)"|([^,;\t]+)/g;
const cellsOf = (row: string): readonly string[] =>
  [...row.matchAll(CELL)].map(([, quoted, plain = '']) => (quoted ?? plain).trim());

/** A program of tables copies cells with a comma in them without quotes. */
const cellsBetweenTabs = (row: string): readonly string[] =>
  row.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

const NAME = /^\p{L}(?:[\p{L}\p{M}'’, -]|\.(?=[ ,]|$))*$/u;
const isName = (cell: string): boolean => NAME.test(cell);

/** Their family name may come first, before a comma. */
function nameFrom(text: string): string {
  const [family = '', given, ...more] = text.trim().split(/\s*,\s*/);
  return given === undefined || more.length > 0 ? text.trim() : `${given} ${family}`.trim();
}

type Columns = Readonly<{ mark: string; email: number; names: readonly number[] }>;

/** The columns of a table, by its line of heads; undefined where there is none. */
function columnsOf(line: string): Columns | undefined {
  if (line.includes('@')) return undefined;
  const mark = ['\t', ';'].find((one) => line.includes(one)) ?? ',';
  const heads = rowOf(line, mark);
  const at = (form: RegExp): readonly number[] => heads.flatMap((head, column) => (form.test(head) ? [column] : []));
  const [email] = at(/^e-?mail(?:[ -]?address)?$/i);
  if (email === undefined || heads.length < 2) return undefined;
  const parts = [...at(/^(?:first|given) ?name$/i), ...at(/^(?:last|family) ?name$|^surname$/i)];
  return { mark, email, names: parts.length > 0 ? parts : at(/^(?:full |display )?name$/i).slice(0, 1) };
}

/** The cells of a row in their columns, also the empty ones. A mark of another kind is a slip in a cell. */
const rowOf = (line: string, mark: string): readonly string[] =>
  [...line.matchAll(new RegExp(` *(?:"((?:[^"]|"")*)"|([^${mark}]*)) *(?:${mark}|$)`, 'g'))].map(
    ([, quoted, plain = '']) => (quoted ?? plain).trim(),
  );

function inRow(line: string, { mark, email, names }: Columns): readonly AddressEntry[] {
  const cells = rowOf(line, mark);
  const word = cells[email] ?? '';
  const name = names.map((column) => cells[column] ?? '').join(' ');
  return word === '' ? [] : [entryOf(word.replaceAll(/\s+/g, ''), names.length === 1 ? nameFrom(name) : name.trim())];
}

const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const HOST_LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const FORM = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@${HOST_LABEL}(?:\\.${HOST_LABEL})*$`);

const LONGEST = 254;

/** Whether the service would take a word of `entriesIn` as an address. */
export const isAddress = (word: string): boolean => word.length <= LONGEST && FORM.test(word);

const LONGEST_LOCAL = 64;

/** The reason why a word is no address, as the end of a sentence about it. */
export function addressProblem(word: string): string {
  const [local = '', host, ...more] = word.split('@');
  const foreign = /[^!-~]/u.exec(word)?.[0];
  if (host === undefined) return 'it has no @';
  if (more.length > 0) return 'it has more than one @';
  if (local === '') return 'nothing stands before its @';
  if (host === '') return 'nothing stands after its @';
  if (foreign !== undefined) return `an address cannot have “${foreign}”`;
  if (/\.\.|^\.|\.$/.test(local) || /\.\.|^\.|\.$/.test(host)) return 'it has a dot too many';
  if (local.length > LONGEST_LOCAL || word.length > LONGEST) return 'it is too long';
  return 'it has a sign that an address cannot have there';
}

/** Whether a text that is being typed ends an address, so that what follows it is another one. */
export const endsAddress = (text: string): boolean => /[\n;]|@\S*\s*,\s*$|@\S+\s/.test(text);
