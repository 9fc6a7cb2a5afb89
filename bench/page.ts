import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'explanation', 'performance.md');
const [BEGIN, END] = ['<!-- bench:begin -->', '<!-- bench:end -->'];

/** Puts what was measured into the page about it, in place of what stood there. Throws where the page has no place for it. */
export function writePage(told: string): void {
  const text = readFileSync(PAGE, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`${PAGE} has no ${BEGIN} … ${END}`);
  writeFileSync(PAGE, `${text.slice(0, from + BEGIN.length)}\n\n${told}\n\n${text.slice(to)}`);
}
