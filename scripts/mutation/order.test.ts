import { expect, test } from '@jest/globals';
import { orderTestFiles } from './order.ts';

const files = [
  { path: 'test/long.test.ts', tests: { 'every case': 9_000 } },
  { path: 'test/two.test.ts', tests: { one: 5, two: 800 } },
  { path: 'src/short.test.ts', tests: { three: 5 } },
];
const paths = (source: string, noticed?: Record<string, number>, wanted?: readonly string[]) =>
  orderTestFiles(files, wanted && new Set(wanted), source, noticed).map(({ path }) => path);

test('short files run first', () => {
  expect(paths('src/other.ts')).toEqual(['src/short.test.ts', 'test/two.test.ts', 'test/long.test.ts']);
});

test('tests that do not reach the mutant are left out', () => {
  expect(orderTestFiles(files, new Set(['one']), 'src/other.ts')).toEqual([{ path: 'test/two.test.ts', ids: ['one'] }]);
});

test('tests that are named after the source run first', () => {
  expect(paths('src/two.ts')).toEqual(['test/two.test.ts', 'src/short.test.ts', 'test/long.test.ts']);
});

test('a long file runs first once it has noticed several mutants of the source', () => {
  expect(paths('src/other.ts', { 'test/long.test.ts': 20 }, ['every case', 'three'])).toEqual([
    'test/long.test.ts',
    'src/short.test.ts',
  ]);
});
