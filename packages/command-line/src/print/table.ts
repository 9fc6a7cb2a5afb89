import type { Terminal } from '../terminal/terminal.ts';
import { bold } from './colour.ts';

const GAP = 2;
/** A column is not shortened below this width, so that what is left still tells rows apart. */
const NARROWEST = 12;

/** How a cell that does not fit is shortened: the end of a path says more than its beginning. */
export type CellCut = 'end' | 'start' | 'never';
export type ColumnHeading = Readonly<{ title: string; cut: CellCut }>;

/** Aligned columns under their titles. The widest are shortened until a row fits the terminal. */
export async function printTable(
  terminal: Pick<Terminal, 'columns' | 'isTerminal' | 'variable'>,
  headings: readonly ColumnHeading[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  // Loading it takes 40 ms, so only lists on a terminal do.
  const { default: widthOf } = await import('string-width');
  const natural = headings.map(({ title }, at) =>
    Math.max(...[title, ...rows.map((row) => row[at] ?? '')].map((text) => widthOf(text))),
  );
  const widths = fitting(natural, headings, terminal.columns);
  const cell = (text: string, at: number): string => {
    const width = widths[at] ?? 0;
    const shown = widthOf(text) > width ? shortened(text, width, headings[at]?.cut ?? 'end', widthOf) : text;
    return shown + ' '.repeat(Math.max(0, width - widthOf(shown)));
  };
  const line = (row: readonly string[]): string => row.map(cell).join(' '.repeat(GAP)).trimEnd();
  return `${bold(terminal, line(headings.map(({ title }) => title)))}\n${rows.map((row) => `${line(row)}\n`).join('')}`;
}

/** Takes one column of space after another from the widest column that may be shortened. */
function fitting(natural: readonly number[], headings: readonly ColumnHeading[], columns: number): readonly number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width + GAP, -GAP) - columns;
  for (; excess > 0; excess--) {
    const widest = widths.reduce(
      (best, width, at) =>
        headings[at]?.cut !== 'never' && width > NARROWEST && width > (widths[best] ?? 0) ? at : best,
      -1,
    );
    if (widest === -1) return widths;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

const GRAPHEMES = new Intl.Segmenter();

function shortened(text: string, width: number, cut: CellCut, widthOf: (text: string) => number): string {
  const graphemes = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  if (cut === 'start') graphemes.reverse();
  let used = 1;
  const left = graphemes.slice(
    0,
    graphemes.findIndex((grapheme) => {
      used += widthOf(grapheme);
      return used > width;
    }),
  );
  return cut === 'start' ? `…${left.toReversed().join('')}` : `${left.join('')}…`;
}
