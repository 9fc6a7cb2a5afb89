import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { adaptersPage, suiteRuns } from './adapters.ts';

test('the page has a row for every file that runs a suite', () => {
  const files = globSync(['packages/adapter-*/test/contract*.test.ts', 'apps/api/test/contract/*.test.ts']);
  const running = files.filter((file) => /^\s*(?!register)\w+Suite\(/m.test(readFileSync(file, 'utf8')));
  expect(running.length).toBeGreaterThan(20);
  expect(running.filter((file) => !suiteRuns().some((run) => run.file === file))).toEqual([]);
});

test('the promises of each port are counted', () => {
  expect(adaptersPage()).toMatch(
    /\| document store \| \[documents in PostgreSQL\]\(.+\) \| all [3-9]\d \| every change \|/,
  );
  expect(adaptersPage()).not.toMatch(/\| all 0 \|/);
});

test('promises that a run does not show are named with the reason', () => {
  expect(adaptersPage()).toMatch(/versitygw, directly\]\(.+\) \| 24 of 26; not shown: BS-15: versitygw .+; BS-20: S3 /);
  expect(adaptersPage()).toMatch(/blobs as files\]\(.+\) \| all 26 /);
});
