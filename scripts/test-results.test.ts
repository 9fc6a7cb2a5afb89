import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

type Outcome = 'passed' | 'failed' | 'not loaded';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-results-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The result of a run: each file with the outcomes of its tests, or that it could not be loaded; and its seconds. */
function run(name: string, files: Readonly<Record<string, readonly Outcome[]>>, seconds: readonly number[] = []): void {
  const testResults = Object.entries(files).map(([file, outcomes], index) => ({
    name: resolve(file),
    status: outcomes.every((outcome) => outcome === 'passed') ? 'passed' : 'failed',
    assertionResults: outcomes.flatMap((status) =>
      status === 'not loaded' ? [] : [{ status, fullName: `test of ${file}` }],
    ),
    startTime: 1000,
    endTime: 1000 + (seconds[index] ?? 0) * 1000,
  }));
  const success = testResults.length > 0 && testResults.every(({ status }) => status === 'passed');
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ success, testResults }));
}

const results = (...args: readonly string[]): string =>
  spawnSync(process.execPath, ['scripts/test-results.mjs', ...args], { encoding: 'utf8' }).stdout;
const count = (others = '0'): string => results('count', folder, others);

test('the results of several runs are added', () => {
  run('fast', { 'a.test.ts': ['passed', 'passed'], 'b.test.ts': ['passed', 'failed'] });
  run('slow', { 'c.test.ts': ['passed'] });
  expect(count()).toBe('4 passed, 1 failed\n');
});

test('a file of tests that could not be loaded is a failure', () => {
  run('fast', { 'a.test.ts': ['passed'], 'b.test.ts': ['not loaded'], 'c.test.ts': ['not loaded'] });
  expect(count()).toBe('1 passed, 2 failed\n');
});

test('a run without a single test is a failure', () => {
  run('fast', {});
  expect(count()).toBe('0 passed, 1 failed\n');
});

test('a step that failed outside the tests is a failure', () => {
  run('fast', { 'a.test.ts': ['passed'] });
  expect(count('2')).toBe('1 passed, 2 failed\n');
});

test('the second run of a file counts instead of its first, and is reported', () => {
  run('fast', { 'a.test.ts': ['passed'], 'b.test.ts': ['passed', 'failed'], 'c.test.ts': ['not loaded'] });
  run('fast-again', { 'b.test.ts': ['passed', 'passed'], 'c.test.ts': ['passed', 'failed'] });
  expect(count()).toBe('4 passed, 1 failed\n');
  expect(results('report', folder)).toContain('failed beside others, passed by itself: b.test.ts\n');
  expect(results('report', folder)).not.toContain('itself: c.test.ts');
});

test('each failed test is reported by file and title', () => {
  run('fast', { 'a.test.ts': ['passed', 'failed'], 'b.test.ts': ['failed'], 'c.test.ts': ['not loaded'] });
  run('fast-again', { 'b.test.ts': ['passed'] });
  expect(results('report', folder)).toMatch(
    /^failed: a.test.ts: test of a.test.ts\nfailed: c.test.ts: could not be loaded\n/,
  );
});

test('few failed files are named for a second run, many are not', () => {
  run('fast', { 'a.test.ts': ['failed'], 'b.test.ts': ['passed'], 'c.test.ts': ['not loaded'] });
  expect(results('failed', join(folder, 'fast.json'), '2')).toBe('a.test.ts\nc.test.ts\n');
  expect(results('failed', join(folder, 'fast.json'), '1')).toBe('');
});

test('the slowest files are reported, the slowest first', () => {
  run('fast', { 'a.test.ts': ['passed'], 'b.test.ts': ['passed'], 'c.test.ts': ['passed'] }, [2, 30, 7]);
  expect(results('report', folder)).toBe('30 s  b.test.ts\n7 s  c.test.ts\n2 s  a.test.ts\n');
});

test.each(['counts', 'constructor', ''])(
  'an unknown command, %j, is refused with the usage and no stack',
  (command) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test-results.mjs', command], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: 'test-results: unknown command. Use count, failed or report.\n',
    });
  },
);
