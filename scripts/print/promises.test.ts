import { expect, test } from '@jest/globals';
import { promisesPage } from './promises.ts';

const rows = promisesPage()
  .split('\n')
  .filter((line) => /^\| [A-Z]{2}-\d{2} \|/.test(line));

test('the printed page links every promise to the file of its tests', () => {
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter((row) => !/\| \[[^\]]+\]\(\S+\.ts\)[^|]* \|$/.test(row))).toEqual([]);
});
