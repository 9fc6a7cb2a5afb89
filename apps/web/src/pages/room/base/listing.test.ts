import { expect, test } from '@jest/globals';
import { type Column, type FileSort, listingAt, nextSort } from './listing.ts';

const at = (query: string) => listingAt(new URLSearchParams(query));

test('a folder is listed in the order of the room, alone', () => {
  expect(at('folder=Data')).toEqual({ folder: 'Data', isDeep: false, find: '', sort: 'own' });
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
  expect([at('sort=colour').sort, at('sort=name').sort]).toEqual(['own', 'name']);
});

test('a column head sorts by its column, and reverses the order when pressed again', () => {
  const after = (sort: FileSort, column: Column) => nextSort(sort, column, false);
  expect([after('own', 'name'), after('-name', 'name'), after('size', 'name')]).toEqual(['-name', 'own', 'own']);
  expect([after('own', 'size'), after('-size', 'size'), after('-size', 'by')]).toEqual(['-size', 'size', 'by']);
});

test('an order of folders by hand comes before and after those of their names', () => {
  const after = (sort: FileSort) => nextSort(sort, 'name', true);
  expect([after('own'), after('name'), after('-name'), after('-size')]).toEqual(['name', '-name', 'own', 'own']);
});
