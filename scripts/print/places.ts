import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { PLACES } from '../places/places.ts';
import { page, table } from './markdown.ts';

const PAGE = 'docs/how-to/add-an-operation.md';
const [BEGIN, END] = ['<!-- places:begin -->', '<!-- places:end -->'];

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The page about operations, with the tables that need a line for each name of a kind. */
export function addAnOperationPage(): string {
  const text = readFileSync(PAGE, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`${PAGE} has no ${BEGIN} … ${END}`);
  const kinds = [...new Set(PLACES.map(({ kind }) => kind))];
  const rows = kinds.flatMap((kind) => {
    const places = PLACES.filter((place) => place.kind === kind);
    return places.map(({ path, write }, index) => [
      index === 0 ? `${capital(kind)} (${places.length})` : '',
      `[${path.split('/').slice(-2).join('/')}](${relative('docs/how-to', path)})`,
      capital(write),
    ]);
  });
  return `${text.slice(0, from)}${page(BEGIN, table(['New', 'Table', 'Write there'], rows), text.slice(to).trimEnd())}`;
}
