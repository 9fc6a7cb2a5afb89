import { expect, test } from '@jest/globals';
import { listingAt, nextSort } from './listing.ts';

const at = (query: string) => listingAt(new URLSearchParams(query));

test('a folder is listed by name, alone', () => {
  expect(at('folder=Data')).toEqual({ folder: 'Data', isDeep: false, find: '', sort: 'name' });
});

test('a search goes through all that is below the folder', () => {
  expect(at('folder=Data&find=+lease+&sort=-date')).toEqual({
    folder: 'Data',
    isDeep: true,
    find: 'lease',
    sort: '-date',
  });
  expect(at(`folder=${'a/'.repeat(40)}a&find=x`)).toMatchObject({ folder: '', isDeep: true });
});

test('an unknown sort column in an address is ignored', () => {
  expect(at('sort=colour').sort).toBe('name');
});

test('a column head sorts by its column, and reverses the order when pressed again', () => {
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBe('name');
  expect(nextSort('name', 'size')).toBe('-size');
  expect(nextSort('-size', 'size')).toBe('size');
  expect(nextSort('-size', 'by')).toBe('by');
});
