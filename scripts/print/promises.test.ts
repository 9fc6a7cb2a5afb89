import { expect, test } from '@jest/globals';
import { promises } from './promises.ts';

const rows = promises()
  .split('\n')
  .filter((line) => /^\| [A-Z]{2}-\d{2} \|/.test(line));

test('the printed page links every promise to the file of its tests', () => {
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter((row) => !/\| \[[^\]]+\]\(\S+\.ts\)[^|]* \|$/.test(row))).toEqual([]);
});
