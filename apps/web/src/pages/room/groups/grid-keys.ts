/** A cell of a table. Its heads are row 0. */
export type GridCell = Readonly<{ row: number; column: number }>;

/** Rows that a Page key goes over. */
const PAGE = 10;
const FIRST = Number.NEGATIVE_INFINITY;
const LAST = Number.POSITIVE_INFINITY;

type Step = readonly [rows: number, columns: number];

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
  Home: [0, FIRST],
  End: [0, LAST],
  'Ctrl+Home': [FIRST, FIRST],
  'Ctrl+End': [LAST, LAST],
};

const within = (place: number, count: number): number => Math.min(count - 1, Math.max(0, place));

/** The cell that a key leads to, as the pattern *grid* of ARIA has it; undefined for other keys. `size`: the number of rows and columns. */
export function cellAfter(key: string, { row, column }: GridCell, size: GridCell): GridCell | undefined {
  const step = STEPS[key];
  if (step === undefined) return undefined;
  return { row: within(row + step[0], size.row), column: within(column + step[1], size.column) };
}
