import { expect, test } from '@jest/globals';
import { folderAt, foldersByDepth, folderTree, inListOrder } from './folders.ts';

const root = folderTree([
  { id: null, path: '', file_count: 1 },
  { id: 'b', path: 'B', file_count: 0, may: ['folder.edit'] },
  { id: 'inner', path: 'A/In/Deep', file_count: 2 },
  { id: 'a', path: 'A', file_count: 1 },
]);

test('a folder knows its id and counts what is below it', () => {
  expect(root).toMatchObject({ id: undefined, count: 4 });
  expect(folderAt(root, 'A')).toMatchObject({ id: 'a', count: 3 });
  expect(folderAt(root, 'A/In')).toMatchObject({ id: undefined, count: 2 });
  expect(folderAt(root, 'A/In/Deep')).toMatchObject({ id: 'inner', count: 2 });
});

test('a folder keeps what the caller may do with it, and a parent without an id allows nothing', () => {
  expect(['B', 'A', 'A/In'].map((path) => folderAt(root, path)?.may)).toEqual([['folder.edit'], undefined, undefined]);
});

test('the deepest folders are deleted first, and folders without an id are left out', () => {
  const [a, b] = root.folders;
  if (a === undefined || b === undefined) throw new TypeError('two folders are at the top');
  expect(foldersByDepth([b, a]).map((level) => level.map(({ path }) => path))).toEqual([['A/In/Deep'], ['B', 'A']]);
});

test('folders are sorted by their positions, or else by name', () => {
  const { folders } = folderTree([
    { id: 'a', path: 'A', file_count: 0, position: 3 },
    { id: 'ten', path: '10', file_count: 0, position: 1 },
    { id: 'two', path: '2', file_count: 0, position: 2 },
    { id: 'in-b', path: 'A/b', file_count: 0 },
    { id: 'in-a', path: 'A/a', file_count: 0 },
  ]);
  expect(folders.map(({ name, isLast }) => [name, isLast])).toEqual([
    ['10', false],
    ['2', false],
    ['A', true],
  ]);
  expect(folders[2]?.folders.map(({ name, isLast }) => [name, isLast])).toEqual([
    ['a', undefined],
    ['b', undefined],
  ]);
});

test('files of several folders come in the order of the lists: what is in a folder before what lies beside it', () => {
  const paths = [
    'b.txt',
    '2 Tax/c 10.txt',
    '10 Legal/a.txt',
    '2 Tax/c 9.txt',
    '2 Tax/Old/z.txt',
    'a.txt',
    '2 Taxes/q.txt',
  ];
  const files = paths.map((path) => ({
    folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
    name: path.slice(path.lastIndexOf('/') + 1),
  }));
  expect(inListOrder(files).map(({ folder, name }) => `${folder}/${name}`)).toEqual([
    '2 Tax/Old/z.txt',
    '2 Tax/c 9.txt',
    '2 Tax/c 10.txt',
    '2 Taxes/q.txt',
    '10 Legal/a.txt',
    '/a.txt',
    '/b.txt',
  ]);
});
