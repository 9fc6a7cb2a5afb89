/**
 * Mutation testing: changes the code in thousands of places, one at a time, and asks whether a test fails. It prints the
 * result into docs/reference/mutation.md. Results of code and tests that did not change since are used again.
 *
 *     npm run mutate                     every slice
 *     npm run mutate -- domain-policy    one slice
 *     npm run mutate -- --fast           leaves out static mutants, which take most of the time
 *     npm run mutate -- --force          uses no earlier result
 *     npm run mutate -- --print          runs nothing, prints the earlier results
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import quick from '../jest.quick.config.ts';
import { AREAS, type Slice } from './mutation/areas.ts';
import { mutationPage } from './mutation/page.ts';
import { judged, type Result, resultOf, type StrykerReport, scoreOf, together } from './mutation/report.ts';

const PAGE = 'docs/reference/mutation.md';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fast: { type: 'boolean' }, force: { type: 'boolean' }, print: { type: 'boolean' } },
});
const slices = AREAS.flatMap((area) => area.slices);
const chosen = positionals.length === 0 ? slices : slices.filter(({ name }) => positionals.includes(name));
if (chosen.length < positionals.length) throw new Error(`slices: ${slices.map(({ name }) => name).join(', ')}`);

const reportOf = ({ name }: Slice): string => `.mutation/${name}.json`;

const optionsOf = (slice: Slice): PartialStrykerOptions => ({
  mutate: [...slice.mutate, '!**/*.test.ts'],
  plugins: [fileURLToPath(import.meta.resolve('./mutation/jest-by-file.ts'))],
  testRunner: 'jest-by-file',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    // Jest would not find tests that reach a source through files outside `roots`.
    enableFindRelatedTests: false,
    config: {
      ...quick,
      roots: [`<rootDir>/${slice.tests}`],
      // Many mutants leave a test waiting for ever. No test waits for real time.
      testTimeout: 8_000,
      testMatch: [quick.testMatch ?? [], '<rootDir>/packages/domain/test/policy/sample.ts'].flat(),
      testPathIgnorePatterns: [...(quick.testPathIgnorePatterns ?? []), ...slice.without],
    },
  },
  coverageAnalysis: 'perTest',
  ignoreStatic: values.fast === true,
  // With ES modules, Jest keeps every module it has ever loaded.
  maxTestRunnerReuse: 20,
  concurrency: 1,
  timeoutMS: 20_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 30,
  // Stryker rewrites this file with the JavaScript interface of the compiler, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  // Jest would find a second copy of every package in a folder of the repository.
  tempDirName: join(tmpdir(), 'strongroom-mutation'),
  cleanTempDir: 'always',
  incremental: true,
  incrementalFile: reportOf(slice),
  force: values.force === true,
  ignorePatterns: ['dist', 'coverage', 'docs', 'bench', '/apps', '.mutation'],
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
});

if (values.print !== true) for (const slice of chosen) await new Stryker(optionsOf(slice)).runMutationTest();

const results = new Map<string, Result>();
for (const slice of slices)
  if (existsSync(reportOf(slice)))
    results.set(slice.name, resultOf(JSON.parse(readFileSync(reportOf(slice), 'utf8')) as StrykerReport));

for (const { name, lowest, slices: parts } of AREAS) {
  const known = parts.flatMap((slice) => results.get(slice.name) ?? []);
  if (known.length === 0) continue;
  const score = scoreOf(together(known));
  console.log(`${name}: ${score.toFixed(2)} % of at least ${lowest} %`);
  if (score < lowest) process.exitCode = 1;
}
const { unexplained, needless } = judged(together([...results.values()]).survivors);
for (const { file, at, original, becomes } of unexplained) console.log(`${file}:${at}: ${original} -> ${becomes}`);
if (unexplained.length > 0) {
  console.log(`${unexplained.length} survivors: write a test, or give the reason in scripts/mutation/accepted.ts`);
  process.exitCode = 1;
}
if (results.size === slices.length && values.fast !== true)
  for (const { file, line } of needless) console.log(`no survivor needs its reason: ${file}: ${line}`);
writeFileSync(PAGE, mutationPage(AREAS, results, new Date().toISOString().slice(0, 10)));
console.log(`printed ${PAGE}`);
