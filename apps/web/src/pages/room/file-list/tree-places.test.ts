import { expect, test } from '@jest/globals';
import { folderTree } from '../base/folders.ts';
import { placeAbove, placesOf } from './tree-places.ts';

const root = folderTree(['1 Corporate', '2 Finance/2024/Q1', '3 Tax'].map((path) => ({ path, file_count: 1 })));

test('closed folders hide what is in them, and each folder has its level and its place among its siblings', () => {
  const shown = (...open: readonly string[]) =>
    placesOf(root, (path) => open.includes(path)).map(({ folder, level, position, setSize, isOpen }) => [
      folder.path,
      level,
      `${position} of ${setSize}`,
      isOpen,
    ]);
  expect(shown('2 Finance/2024')).toEqual([
    ['', 1, '1 of 1', true],
    ['1 Corporate', 2, '1 of 3', undefined],
    ['2 Finance', 2, '2 of 3', false],
    ['3 Tax', 2, '3 of 3', undefined],
  ]);
  expect(shown('2 Finance').slice(2, 4)).toEqual([
    ['2 Finance', 2, '2 of 3', true],
    ['2 Finance/2024', 3, '1 of 1', false],
  ]);
});

test('the folder above is the nearest one of a lower level, and the top has none', () => {
  const places = placesOf(root, () => true);
  const above = (path: string) =>
    placeAbove(
      places,
      places.findIndex(({ folder }) => folder.path === path),
    )?.folder.path;
  expect(['3 Tax', '2 Finance/2024/Q1', '2 Finance/2024', ''].map(above)).toEqual([
    '',
    '2 Finance/2024',
    '2 Finance',
    undefined,
  ]);
});
