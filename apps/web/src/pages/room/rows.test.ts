import { expect, test } from '@jest/globals';
import type { File as RoomFile } from '@strongroom/client';
import { folderTree } from './folders.ts';
import { foundIn, rowsOf, type Sort } from './rows.ts';

const file = (name: string, classification: string, size: number): RoomFile =>
  ({ id: name, name, folder: '', classification, size, uploaded_at: '2026-11-24T09:00:00Z' }) as RoomFile;

/** The newest first, as the service lists them. */
const files = [file('b.pdf', 'secret', 1), file('c.pdf', 'public', 3), file('a.pdf', 'secret', 2)];
const labels = ['public', 'internal', 'secret'];
const listed = (sort: Sort) => ({ files, isWhole: true, root: folderTree([]), sort, labels });
const ids = (rows: readonly unknown[]) => (rows as readonly { file: RoomFile }[]).map(({ file: { id } }) => id);

test.each([
  ['name', ['a.pdf', 'b.pdf', 'c.pdf']],
  ['date', ['b.pdf', 'c.pdf', 'a.pdf']],
  ['size', ['c.pdf', 'a.pdf', 'b.pdf']],
  ['label', ['a.pdf', 'b.pdf', 'c.pdf']],
] as const)('lists files by %s', (sort, order) => {
  expect(ids(rowsOf(listed(sort), ''))).toEqual(order);
});

test('the highest label is first by the order of the service, whatever it is called', () => {
  const renamed = { ...listed('label'), labels: ['secret', 'public'] };
  expect(ids(rowsOf(renamed, ''))).toEqual(['c.pdf', 'a.pdf', 'b.pdf']);
  expect(ids(foundIn(renamed, 'pdf', '').rows)).toEqual(['c.pdf', 'a.pdf', 'b.pdf']);
});

test('numbers follow the names in every order', () => {
  const rows = rowsOf(listed('size'), '');
  expect(rows.map((row) => (row.kind === 'file' ? row.index : ''))).toEqual(['3', '1', '2']);
});
