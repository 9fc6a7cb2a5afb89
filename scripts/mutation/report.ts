import { ACCEPTED, type Accepted } from './accepted.ts';

type Position = Readonly<{ line: number; column: number }>;
/** The parts of Stryker's report that are read here. Lines and columns count from 1. */
export type StrykerReport = Readonly<{
  files: Readonly<
    Record<
      string,
      Readonly<{
        source: string;
        mutants: readonly Readonly<{
          mutatorName: string;
          replacement?: string;
          status: string;
          location: Readonly<{ start: Position; end: Position }>;
        }>[];
      }>
    >
  >;
}>;

/** A mutant that no test noticed. */
export type Survivor = Readonly<{ file: string; at: number; line: string; original: string; becomes: string }>;

/** `leftOut`: static mutants, which a fast run does not try. */
export type Result = Readonly<{ mutants: number; noticed: number; leftOut: number; survivors: readonly Survivor[] }>;

const NOTICED = new Set(['Killed', 'Timeout']);
/** A module that does not load, or a type that does not compile, says nothing about the tests. */
const INVALID = new Set(['RuntimeError', 'CompileError']);

/** The outcome of one report. */
export function resultOf({ files }: StrykerReport): Result {
  let [mutants, leftOut] = [0, 0];
  const survivors: Survivor[] = [];
  for (const [file, { source, mutants: all }] of Object.entries(files)) {
    const lines = source.split('\n');
    for (const { status, location, replacement = '', mutatorName } of all) {
      if (INVALID.has(status)) continue;
      if (status === 'Ignored') {
        leftOut++;
        continue;
      }
      mutants++;
      if (NOTICED.has(status)) continue;
      const { start, end } = location;
      const line = lines[start.line - 1] ?? '';
      const original = line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined);
      const becomes = replacement === '' ? mutatorName : replacement.split('\n', 1).join('');
      survivors.push({ file, at: start.line, line: line.trim(), original, becomes });
    }
  }
  return { mutants, noticed: mutants - survivors.length, leftOut, survivors };
}

export const together = (results: readonly Result[]): Result => ({
  mutants: results.reduce((sum, { mutants }) => sum + mutants, 0),
  noticed: results.reduce((sum, { noticed }) => sum + noticed, 0),
  leftOut: results.reduce((sum, { leftOut }) => sum + leftOut, 0),
  survivors: results.flatMap(({ survivors }) => survivors),
});

/** Per cent of the mutants that a test noticed. */
export const scoreOf = ({ mutants, noticed }: Result): number => (mutants === 0 ? 100 : (100 * noticed) / mutants);

const accepts = (accepted: Accepted, { file, line, becomes }: Survivor): boolean =>
  accepted.file === file &&
  line.includes(accepted.line) &&
  (accepted.becomes === undefined || accepted.becomes === becomes);

/** Sorts survivors into those with a reason and those without, and names the reasons that no survivor needs any more. */
export function judged(survivors: readonly Survivor[], list: readonly Accepted[] = ACCEPTED) {
  const withReason = survivors.flatMap((survivor) => {
    const accepted = list.find((one) => accepts(one, survivor));
    return accepted ? [{ ...survivor, why: accepted.why }] : [];
  });
  return {
    accepted: withReason,
    unexplained: survivors.filter((survivor) => !list.some((one) => accepts(one, survivor))),
    needless: list.filter((one) => !survivors.some((survivor) => accepts(one, survivor))),
  };
}
