import { expect, test } from '@jest/globals';
import type { GrownList } from '../../../base/growing-list.ts';
import { compareWithFirstPage, withoutDeletedRows } from './changes.ts';

type Row = Readonly<{ id: string; name?: string }>;
const list = (ids: string, total = ids.length, cursor: string | null = null): GrownList<Row> => ({
  items: Array.from(ids, (id) => ({ id })),
  total,
  isExact: true,
  cursor,
});

test.each([
  ['the same', list('abc'), list('abc'), { added: 0, isOtherwise: false }],
  ['one more', list('abc'), list('xabc'), { added: 1, isOtherwise: false }],
  ['one less', list('abc'), list('ac'), { added: 0, isOtherwise: true }],
  ['one for another', list('abc'), list('xab'), { added: 1, isOtherwise: true }],
  ['one more somewhere below', list('abc', 9, 'c'), list('abc', 10, 'c'), { added: 1, isOtherwise: false }],
  ['a row that moved up', list('abc', 9, 'c'), list('acd', 8, 'd'), { added: 0, isOtherwise: true }],
  ['another order', list('abc'), list('acb'), { added: 0, isOtherwise: true }],
])('%s', (_, known, first, expected) => {
  expect(compareWithFirstPage(known, first)).toEqual(expected);
});

test('a new name is a change and not a new file', () => {
  const first = { ...list('ab'), items: [{ id: 'a', name: 'other' }, { id: 'b' }] };
  expect(compareWithFirstPage(list('ab'), first)).toEqual({ added: 0, isOtherwise: true });
});

test('the list drops deleted rows at once, and shows new ones on request', () => {
  expect(withoutDeletedRows(list('abc'), list('xac'))).toEqual(list('ac'));
  const long = list('abc', 9, 'c');
  expect(withoutDeletedRows(long, list('ab', 8, 'b'))).toBe(long);
});
