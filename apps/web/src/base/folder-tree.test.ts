import { expect, test } from '@jest/globals';
import { countFolders, filesIn, folderTree } from './folder-tree.ts';

const FILES = [
  { index: 0, name: 'Annex 10.pdf', folder: 'Tax/2026', size: 1 },
  { index: 1, name: 'Annex 9.pdf', folder: 'Tax/2026', size: 2 },
  { index: 2, name: 'Read me.txt', folder: '', size: 4 },
  { index: 3, name: 'Summary.pdf', folder: 'Tax', size: 8 },
  { index: 4, name: 'Board.pdf', folder: 'Corporate', size: 16 },
];

test('Files of a link stand in their folders, by name, with number and size of what is below', () => {
  const top = folderTree(FILES);
  expect([top.count, top.size, countFolders(top)]).toEqual([5, 31, 3]);
  expect(top.folders.map(({ name, path, count, size }) => [name, path, count, size])).toEqual([
    ['Corporate', 'Corporate', 1, 16],
    ['Tax', 'Tax', 3, 11],
  ]);
  expect(top.folders[1]?.folders[0]).toMatchObject({ name: '2026', path: 'Tax/2026', count: 2, size: 3 });
  expect(filesIn(top).map(({ index }) => index)).toEqual([4, 1, 0, 3, 2]);
});

test('Files without folders are a list', () => {
  const top = folderTree([{ index: 0, name: 'a.txt', size: 1 }]);
  expect([top.folders, top.files.map(({ name }) => name), countFolders(top)]).toEqual([[], ['a.txt'], 0]);
});
