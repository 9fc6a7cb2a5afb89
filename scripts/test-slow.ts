/**
 * Runs the slow suites, and keeps in scripts/slow/passed.json which of them passed with which code.
 *
 *   npm run test:slow                      all of them
 *   npm run test:slow -- PATH…             these; other arguments go to Jest
 *   npm run test:slow -- --since main~5    those that a change since this commit can touch
 *   npm run test:slow -- --stale           those that did not pass since their code changed
 *   npm run test:slow -- --list            prints the last ones, and fails if there are any
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Reach } from './slow/reach.ts';
import { SlowRecord } from './slow/record.ts';
import { lines, slowSuites } from './slow/suites.ts';

type FileResult = Readonly<{ name: string; status: string; assertionResults: readonly Readonly<{ status: string }>[] }>;

const tracked = lines('git', ['ls-files', '--cached', '--others', '--exclude-standard']).filter((file) =>
  existsSync(file),
);
const suites = slowSuites(tracked);
const reach = new Reach('.', tracked);
const record = new SlowRecord('.', reach);

const args = process.argv.slice(2);
const since = args.indexOf('--since');

if (args.includes('--list')) {
  const stale = record.stale(suites);
  for (const { suite, last } of stale)
    console.log(`${suite}  ${last === undefined ? 'has no success' : `passed on ${last}`}`);
  console.log(`${stale.length} of ${suites.length} slow suites did not pass since their code changed`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else if (since >= 0) {
  const changed = new Set(lines('git', ['diff', '--name-only', args[since + 1] ?? 'HEAD']));
  run(
    suites.filter((suite) => reach.of(suite).some((file) => changed.has(file))),
    args.toSpliced(since, 2),
  );
} else if (args.includes('--stale')) {
  run(
    record.stale(suites).map(({ suite }) => suite),
    args.filter((argument) => argument !== '--stale'),
  );
} else run(undefined, args);

/** Runs the chosen suites, all without a choice, and keeps those that passed as a whole. */
function run(chosen: readonly string[] | undefined, others: readonly string[]): void {
  console.log(`${chosen?.length ?? (others.join(' ') || 'all')} of ${suites.length} slow suites`);
  if (chosen?.length === 0) return;
  const before = new Map(suites.map((suite) => [suite, record.fingerprint(suite)]));
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-slow-'));
  const result = join(folder, 'result.json');
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  const options = ['--config', 'jest.slow.config.ts', '--json', `--outputFile=${result}`];
  const { status } = spawnSync(process.execPath, [...jest, ...options, ...others, ...(chosen ?? [])], {
    stdio: 'inherit',
  });
  if (existsSync(result)) {
    const { testResults } = JSON.parse(readFileSync(result, 'utf8')) as { testResults: readonly FileResult[] };
    const passed = testResults
      .filter((file) => file.status === 'passed' && file.assertionResults.every((test) => test.status === 'passed'))
      .map(({ name }) => relative('.', name));
    const kept = new Map([...before].filter(([suite]) => passed.includes(suite)));
    record.keep(kept, suites, new Date().toISOString().slice(0, 10));
  }
  rmSync(folder, { recursive: true });
  process.exitCode = status ?? 1;
}
