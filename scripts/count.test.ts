import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'count-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const result = (name: string, numPassedTests: number, numFailedTests = 0, numRuntimeErrorTestSuites = 0) => {
  const success = numPassedTests > 0 && numFailedTests + numRuntimeErrorTestSuites === 0;
  const content = { success, numPassedTests, numFailedTests, numRuntimeErrorTestSuites };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));
};
const count = (others = '0') =>
  spawnSync(process.execPath, ['scripts/count.mjs', folder, others], { encoding: 'utf8' }).stdout;

test('the results of several runs are added', () => {
  result('fast', 5, 1);
  result('slow', 3);
  expect(count()).toBe('8 passed, 1 failed\n');
});

test('a file of tests that could not be loaded is a failure', () => {
  result('fast', 5, 0, 2);
  expect(count()).toBe('5 passed, 2 failed\n');
});

test('a run without a single test is a failure', () => {
  result('fast', 0);
  expect(count()).toBe('0 passed, 1 failed\n');
});

test('a step that failed outside the tests is a failure', () => {
  result('fast', 5);
  expect(count('2')).toBe('5 passed, 2 failed\n');
});
