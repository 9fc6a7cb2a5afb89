import { expect, test } from '@jest/globals';
import { orderAfterPress, orderRows, partsByWords, rowsWithWords } from './list-view.ts';

test('the first click on a column head sorts ascending, the second descending', () => {
  expect(orderAfterPress('', 'name')).toBe('name');
  expect(orderAfterPress('name', 'name')).toBe('-name');
  expect(orderAfterPress('-name', 'name')).toBe('name');
  expect(orderAfterPress('-name', 'role')).toBe('role');
});

test('texts are in natural order in both directions, and empty ones last in both', () => {
  const rows = ['Room 10', 'room 2', '', 'Élan'];
  const key = (row: string) => row;
  expect(orderRows(rows, key, 'name')).toEqual(['Élan', 'room 2', 'Room 10', '']);
  expect(orderRows(rows, key, '-name')).toEqual(['Room 10', 'room 2', 'Élan', '']);
});

test('rows that are equal stay in their order, and numbers are compared as numbers', () => {
  const rows = [
    { id: 'a', files: 10 },
    { id: 'b', files: 9 },
    { id: 'c', files: 10 },
  ];
  const ids = (order: string) => orderRows(rows, ({ files }) => files, order).map(({ id }) => id);
  expect(ids('files')).toEqual(['b', 'a', 'c']);
  expect(ids('-files')).toEqual(['a', 'c', 'b']);
  expect(orderRows(rows, undefined, '')).toBe(rows);
});

test('marks the places of words, whatever their case, accents and width', () => {
  const marked = (text: string, sought: string) =>
    partsByWords(text, sought)
      .map(({ part, isHit }) => (isHit ? `[${part}]` : part))
      .join('');
  expect(marked('Müller lease.pdf', 'LEASE mull')).toBe('[Müll]er [lease].pdf');
  expect(marked('Mu\u0308ller', 'mu')).toBe('[Mu\u0308]ller');
  expect(marked('Ｔａｘ tax', 'tax')).toBe('[Ｔａｘ] [tax]');
  expect(marked('Straße 2', 'none')).toBe('Straße 2');
});

test('words are found in any order, without regard to case and accents', () => {
  const names = ['Jörg Müller', 'Mia Jansen', 'Ada King'];
  const found = (sought: string) => rowsWithWords(names, sought, (name) => name);
  expect(found('muller JÖRG')).toEqual(['Jörg Müller']);
  expect(found('ja mi')).toEqual(['Mia Jansen']);
  expect(found('  ')).toEqual(names);
  expect(found('nobody')).toEqual([]);
});
