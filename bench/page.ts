import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'explanation', 'performance.md');
/** Each table has its own place in the page. */
const MARKS = {
  sqlite: 'bench',
  mongodb: 'bench:mongodb',
  postgresql: 'bench:postgresql',
  transfers: 'bench:transfers',
  processes: 'bench:processes',
  scale: 'bench:scale',
};

/** Replaces the tables of the page. Throws if the page has no place for them. */
export function writePage(tables: string, table: keyof typeof MARKS): void {
  const [begin, end] = [`<!-- ${MARKS[table]}:begin -->`, `<!-- ${MARKS[table]}:end -->`];
  const text = readFileSync(PAGE, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${PAGE} has no ${begin} … ${end}`);
  writeFileSync(PAGE, `${text.slice(0, from + begin.length)}\n\n${tables}\n\n${text.slice(to)}`);
}
