import { basename } from 'node:path';

/** A test file, its tests by the ids that Stryker gives them, and the time of each in milliseconds. */
export type TestFile = Readonly<{ path: string; tests: Readonly<Record<string, number>> }>;

/** Number of mutants of each source file that each test file has noticed so far. */
export type KillCounts = Record<string, Record<string, number>>;

/** Milliseconds to load a test file before its first test runs. */
const TO_LOAD = 70;
/** A file that has not noticed anything yet counts as much as this part of a notice. */
const UNTRIED = 0.05;

/** `values/text.test.ts` and `text.lines.test.ts` are the tests of `text.ts`. */
const isTestOf = (source: string, path: string): boolean => basename(path).startsWith(basename(source, 'ts'));

/**
 * The files that hold any of the wanted tests, with those tests. The file that is likely to fail soonest comes first: it
 * has noticed many mutants of the same source for its time, or is named after the source.
 */
export function orderTestFiles(
  files: readonly TestFile[],
  wanted: ReadonlySet<string> | undefined,
  source: string,
  noticed: Readonly<Record<string, number>> = {},
): readonly Readonly<{ path: string; ids: readonly string[] }>[] {
  return files
    .map(({ path, tests }) => {
      const ids = Object.keys(tests).filter((id) => wanted === undefined || wanted.has(id));
      const time = ids.reduce((sum, id) => sum + (tests[id] ?? 0), TO_LOAD);
      const promise = (noticed[path] ?? 0) + (isTestOf(source, path) ? 1 : UNTRIED);
      return { path, ids, rate: promise / time };
    })
    .filter(({ ids }) => ids.length > 0)
    .toSorted((one, other) => other.rate - one.rate)
    .map(({ path, ids }) => ({ path, ids }));
}
