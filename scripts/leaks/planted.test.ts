import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { LEAKS } from './leaks.ts';

test('the source has the place of each planted leak once', () => {
  const moved = LEAKS.filter(({ file, from }) => readFileSync(file, 'utf8').split(from).length !== 2);
  expect(moved.map(({ how }) => how)).toEqual([]);
});
