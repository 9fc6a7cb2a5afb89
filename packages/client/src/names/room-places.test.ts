import { expect, test } from '@jest/globals';
import { roomPlaces } from './room-places.ts';

const pathsOf = (...paths: readonly string[]): readonly string[] =>
  roomPlaces(paths.map((path) => path.split('/'))).map(({ folder, name }) =>
    folder === '' ? name : `${folder}/${name}`,
  );

test('two spellings of one name get two places', () => {
  expect(pathsOf('café.txt', 'cafe\u0301.txt', 'cafe\u0301/a', 'café/b')).toEqual([
    'café.txt',
    'café (2).txt',
    'café/a',
    'café/b',
  ]);
});

test('upper and lower case stay apart, as in a room', () => {
  expect(pathsOf('Makefile', 'makefile')).toEqual(['Makefile', 'makefile']);
});

test('a name that the service refuses is changed and reported, in folders too', () => {
  const places = roomPlaces([['Q1\\2', 'a\nb.txt'], ['Q1_2', 'a_b.txt'], ['cafe\u0301']], 'to');
  expect(places).toEqual([
    { folder: 'to/Q1_2', name: 'a_b.txt', isRenamed: true },
    { folder: 'to/Q1_2', name: 'a_b (2).txt', isRenamed: true },
    { folder: 'to', name: 'café', isRenamed: false },
  ]);
});

test('a file never gets the place of a folder', () => {
  expect(pathsOf('a\\b', 'a_b/c')).toEqual(['a_b (2)', 'a_b/c']);
});
