import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../support/built.ts';
import type { Calls } from './seen.ts';

const PAGE = join(ROOT, 'docs/reference/faults.md');
const HEAD = ['Fault', 'Callers', '`/readyz`', 'Alert', '`doctor`', 'Log'];
/** The cause in this column depends on when a connection meets the fault. */
const LOG = HEAD.indexOf('Log');

/** One fault, as people, operators and their tools see it. */
export type FaultRow = Readonly<{
  fault: string;
  calls: Calls & Readonly<Record<string, string>>;
  ready: string;
  log: string;
  doctor: readonly string[];
  alerts: readonly string[];
}>;

/** Kinds of calls with the same answer, together. */
function callers(calls: FaultRow['calls']): string {
  const kinds = new Map<string, string[]>();
  for (const [kind, outcome] of Object.entries(calls)) kinds.set(outcome, [...(kinds.get(outcome) ?? []), kind]);
  return kinds.size === 1
    ? `all: ${calls.lists}`
    : [...kinds].map(([outcome, of]) => `${of.join(', ')}: ${outcome}`).join('; ');
}

const alertsOf = (names: readonly string[]): string =>
  names.map((name) => `[${name}](../how-to/when-an-alert-fires.md#${name.toLowerCase()})`).join(', ') || '–';

const cellsOf = ({ fault, calls, ready, log, doctor, alerts }: FaultRow): readonly string[] => [
  fault,
  callers(calls),
  ready,
  alertsOf(alerts),
  doctor.join('<br>') || 'nothing',
  log,
];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const withoutLog = (row: string): string => row.split(' | ').toSpliced(LOG, 1).join(' | ');

type Compared = Readonly<Record<'printed' | 'seen', string>>;

/** A line as the page has it and as it was seen. Where they differ, the page gets what was seen. */
async function compared(
  section: string,
  head: readonly string[],
  { begin, seen, same }: Readonly<{ begin: string; seen: string; same: (line: string) => string }>,
): Promise<Compared> {
  const page = await readFile(PAGE, 'utf8');
  const [open, close] = [`<!-- ${section} -->\n`, `\n<!-- end of ${section} -->`];
  const [from, to] = [page.indexOf(open) + open.length, page.indexOf(close)];
  if (from < open.length || to < from) throw new Error(`the page has no section ${section}`);
  const found = page.slice(from, to).split('\n').filter(Boolean);
  const lines = found.length === 0 ? [...head] : found;
  const at = lines.findIndex((each) => each.startsWith(begin));
  const both = { printed: same(lines[at] ?? ''), seen: same(seen) };
  if (both.printed === both.seen) return both;
  const changed = at === -1 ? [...lines, seen] : lines.with(at, seen);
  await writeFile(PAGE, `${page.slice(0, from)}\n${changed.join('\n')}\n${page.slice(to)}`);
  return both;
}

/** A row of a section, as the page has it and as it was seen, without what differs from run to run. */
export function rowOnPage(section: string, row: FaultRow): Promise<Compared> {
  const head = [line(HEAD), line(HEAD.map(() => '---'))];
  return compared(section, head, { begin: `| ${row.fault} |`, seen: line(cellsOf(row)), same: withoutLog });
}

/** The sentence of a code that callers got. */
export const sentenceOnPage = (code: string, sentence: string): Promise<Compared> =>
  compared('sentences', [], { begin: `- \`${code}\``, seen: `- \`${code}\`: ${sentence}`, same: String });
