import { expect, test } from '@jest/globals';
import { listCommandOf, rowAfter, TypeAhead } from './list-keys.ts';

const names = ['Annual report', 'Articles', 'Board', 'bylaws'];

test('a letter goes to the next row that begins with it, around the end', () => {
  const keys = new TypeAhead();
  expect(keys.find('a', names, 0, 0)).toBe(1);
  expect(keys.find('a', names, 1, 1000)).toBe(0);
  expect(keys.find('B', names, 2, 2000)).toBe(3);
  expect(keys.find('z', names, 2, 3000)).toBeUndefined();
});

test('letters that are typed quickly form one prefix', () => {
  const keys = new TypeAhead();
  keys.find('a', names, 0, 0);
  expect(keys.find('n', names, 1, 200)).toBe(0);
  keys.find('b', names, 0, 5000);
  expect(keys.find('y', names, 2, 5100)).toBe(3);
});

test('a space continues the letters that were typed just before, where a name does', () => {
  const keys = new TypeAhead();
  expect(keys.continues(' ', names, 0)).toBe(false);
  for (const letter of 'annual') keys.find(letter, names, 0, 100);
  expect([200, 5000].map((now) => keys.continues(' ', names, now))).toEqual([true, false]);
  keys.find('b', names, 0, 6000);
  expect(keys.continues(' ', names, 6100)).toBe(false);
});

test('arrow, page, Home and End keys stay within the list', () => {
  expect(rowAfter('ArrowDown', 0, 4, 2)).toBe(1);
  expect(rowAfter('ArrowUp', 0, 4, 2)).toBe(0);
  expect(rowAfter('PageDown', 0, 9, 2)).toBe(2);
  expect(rowAfter('PageUp', 5, 9, 2)).toBe(3);
  expect(rowAfter('PageDown', 3, 4, 2)).toBe(3);
  expect(rowAfter('End', 0, 4, 2)).toBe(3);
  expect(rowAfter('Home', 3, 4, 2)).toBe(0);
  expect(rowAfter('x', 0, 4, 2)).toBeUndefined();
  expect(rowAfter('End', 0, 0, 2)).toBeUndefined();
});

const NO_KEYS = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  ['select all', { key: 'a', ctrlKey: true }],
  ['select all', { key: 'A', metaKey: true }],
  ['cut', { key: 'x', ctrlKey: true }],
  ['paste', { key: 'V', metaKey: true }],
  ['enter', { key: 'ArrowDown' }],
  ['clear', { key: 'Escape' }],
  ['rename', { key: 'F2' }],
  ['delete', { key: 'Delete' }],
  ['delete', { key: 'Backspace', metaKey: true }],
  ['up', { key: 'Backspace' }],
  ['up', { key: 'ArrowUp', altKey: true }],
  ['up', { key: 'ArrowUp', metaKey: true }],
  [undefined, { key: 'Backspace', ctrlKey: true }],
  [undefined, { key: 'ArrowUp', ctrlKey: true }],
  [undefined, { key: 'a' }],
  [undefined, { key: 'A', ctrlKey: true, shiftKey: true }],
  [undefined, { key: 'a', ctrlKey: true, altKey: true }],
  [undefined, { key: 'v', ctrlKey: true, shiftKey: true }],
  [undefined, { key: 'ArrowDown', shiftKey: true }],
  [undefined, { key: 'Delete', shiftKey: true }],
  [undefined, { key: 'F2', ctrlKey: true }],
] as const)('the list does %p for %j', (command, press) => {
  expect(listCommandOf({ ...NO_KEYS, ...press })).toBe(command);
});
