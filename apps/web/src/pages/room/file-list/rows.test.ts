import { expect, test } from '@jest/globals';
import type { File as RoomFile } from '@strongroom/client';
import { folderTree } from '../base/folders.ts';
import type { FileSort } from '../base/listing.ts';
import { hasOwnOrder, nearestRow, rowId, rowsOf } from './rows.ts';

const files = ['b.pdf', 'a.pdf'].map((id) => ({ id }) as RoomFile);
const root = folderTree(['10 Tax', '2 Müller', '2 Müller/Old tax'].map((path) => ({ path, file_count: 1 })));

test('folders come first in natural order, files as the service lists them', () => {
  const ids = rowsOf(files, root, { folder: '', isDeep: false }).map(rowId);
  expect(ids).toEqual(['folder 2 Müller', 'folder 10 Tax', 'b.pdf', 'a.pdf']);
  const falling = rowsOf([], root, { folder: '', isDeep: false, sort: '-name' }).map(rowId);
  expect(falling).toEqual(['folder 10 Tax', 'folder 2 Müller']);
});

test('folders stand in their places, or by name in both directions, and have no order of sizes', () => {
  const paths = ['b', 'a 10', 'a 9'];
  const placed = folderTree(paths.map((path, index) => ({ path, file_count: index, position: index + 1 })));
  const rows = (sort: FileSort) => rowsOf([], placed, { folder: '', isDeep: false, sort });
  for (const sort of ['own', 'size', '-size', '-label', 'by'] as const)
    expect(rows(sort).map(rowId)).toEqual(['folder b', 'folder a 10', 'folder a 9']);
  expect(rows('name').map(rowId)).toEqual(['folder a 9', 'folder a 10', 'folder b']);
  expect(rows('-name').map(rowId)).toEqual(['folder b', 'folder a 10', 'folder a 9']);
  expect([rows('own'), rows('name')].map(([row]) => row?.kind === 'folder' && row.folder.position)).toEqual([
    1,
    undefined,
  ]);
  expect([hasOwnOrder(placed.folders), hasOwnOrder(root.folders)]).toEqual([true, false]);
});

test('folders are ordered by the time at which they were made', () => {
  const made = folderTree(
    ['07', '09', '08'].map((month) => ({
      path: month,
      file_count: 0,
      created_by: 'ada',
      created_at: `2026-${month}-01T00:00:00Z`,
    })),
  );
  const ids = (sort: FileSort) => rowsOf([], made, { folder: '', isDeep: false, sort }).map(rowId);
  expect(ids('date')).toEqual(['folder 07', 'folder 08', 'folder 09']);
  expect(ids('-date')).toEqual(['folder 09', 'folder 08', 'folder 07']);
});

test('a search finds folders below by their own name, without case and accents', () => {
  const found = (find: string, folder = '') => rowsOf([], root, { folder, isDeep: true, find }).map(rowId);
  expect(found('TAX')).toEqual(['folder 2 Müller/Old tax', 'folder 10 Tax']);
  expect(found('tax old')).toEqual(['folder 2 Müller/Old tax']);
  expect(found('muller')).toEqual(['folder 2 Müller']);
  expect(found('tax', '2 Müller')).toEqual(['folder 2 Müller/Old tax']);
});

test('the row after one that is gone has the focus, or else the one before', () => {
  expect(nearestRow(['a', 'b', 'c'], ['a', 'c'], 'b')).toBe(1);
  expect(nearestRow(['a', 'b', 'c', 'd'], ['a', 'd'], 'c')).toBe(1);
  expect(nearestRow(['a', 'b', 'c'], ['a'], 'c')).toBe(0);
  expect(nearestRow(['a', 'b'], ['z'], 'b')).toBe(0);
});

test('a renamed row keeps the focus, and a list that has the row or none leaves it where it is', () => {
  expect(nearestRow(['a', 'b', 'c'], ['a', 'x', 'c'], 'b')).toBe(1);
  expect(nearestRow(['a', 'b'], ['a', 'b', 'c'], 'b')).toBeUndefined();
  expect(nearestRow(['a'], [], 'a')).toBeUndefined();
  expect(nearestRow(['a'], ['b'], 'z')).toBeUndefined();
});
