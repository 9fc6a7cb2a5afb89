import { expect, test } from '@jest/globals';
import { byIndex, numberedName, withNumbers } from './numbered.ts';

test.each([
  ['2.10', 'Lease', '2.10 Lease'],
  ['2.10', '10 Lease', '10 Lease'],
  ['2.10', '2.10 Lease', '2.10 Lease'],
  ['2.10', '2.10. Lease', '2.10. Lease'],
  ['2.1', '2.10 Lease', '2.1 2.10 Lease'],
  ['2.1', '10 Lease', '2.1 10 Lease'],
  ['1', '1.5 Lease', '1 1.5 Lease'],
  ['2', '2027', '2 2027'],
  [null, 'Lease', 'Lease'],
])('the name with the index %s of %s is %s', (index, name, expected) => {
  expect(numberedName(index, name)).toBe(expected);
});

test('a path has the index numbers of its folders', () => {
  const file = { folder: 'Legal/10 Contracts', name: 'Lease.pdf', index: '2.10.3', id: 'a' };
  expect(withNumbers(file)).toEqual({ ...file, folder: '2 Legal/10 Contracts', name: '2.10.3 Lease.pdf' });
  const atTop = { folder: '', name: 'a', index: '7' };
  expect(withNumbers(atTop)).toEqual({ ...atTop, name: '7 a' });
  const without = { folder: 'Legal', name: 'a', index: null };
  expect(withNumbers(without)).toBe(without);
});

test('numbers compare as numbers, and things without one are last', () => {
  const indexes = ['10', null, '2.10', '2', '2.9', '2.9.1'].map((index) => ({ index }));
  expect(indexes.toSorted(byIndex).map(({ index }) => index)).toEqual(['2', '2.9', '2.9.1', '2.10', '10', null]);
});
