import { expect, test } from '@jest/globals';
import type { File as RoomFile } from '@strongroom/client';
import { type Row, rowId } from './rows.ts';
import {
  areAllSelected,
  extendSelection,
  foldersOfSelection,
  NO_SELECTION,
  selectFiles,
  selectionFor,
  toggleAllRows,
  toggleRow,
} from './selection.ts';

const file = (id: string): Row => ({ kind: 'file', file: { id } as RoomFile });
const folder = (path: string): Row => ({
  kind: 'folder',
  folder: { id: path, path, name: path, index: null, count: 1, folders: [] },
});
const rows = [folder('a'), file('1'), file('2'), file('3'), file('4')];
const [a, one, two, three, four] = rows as [Row, Row, Row, Row, Row];
const ids = ({ rows: ticked }: typeof NO_SELECTION) => [...ticked.keys()].toSorted();

test('a click selects and deselects one row', () => {
  const ticked = toggleRow(toggleRow(NO_SELECTION, one), a);
  expect(ids(ticked)).toEqual(['1', 'folder a']);
  expect(ids(toggleRow(ticked, one))).toEqual(['folder a']);
});

test('a range goes from the row that was ticked last, downwards and upwards', () => {
  expect(ids(extendSelection(toggleRow(NO_SELECTION, two), four, rows))).toEqual(['2', '3', '4']);
  expect(ids(extendSelection(toggleRow(NO_SELECTION, two), a, rows))).toEqual(['1', '2', 'folder a']);
  const grown = extendSelection(extendSelection(toggleRow(NO_SELECTION, two), three, rows), one, rows);
  expect(ids(grown)).toEqual(['1', '2', '3']);
});

test('a range without a beginning in this list ticks one row, also one that is ticked', () => {
  expect(ids(extendSelection(NO_SELECTION, two, rows))).toEqual(['2']);
  expect(ids(extendSelection(toggleRow(NO_SELECTION, file('elsewhere')), two, rows))).toEqual(['2', 'elsewhere']);
  expect(ids(extendSelection({ ...toggleRow(NO_SELECTION, two), anchor: undefined }, two, rows))).toEqual(['2']);
});

test('all rows are ticked beside those of other folders, and unticked', () => {
  const elsewhere = toggleRow(NO_SELECTION, file('elsewhere'));
  const all = toggleAllRows(elsewhere, rows);
  expect(areAllSelected(all, rows)).toBe(true);
  expect(ids(toggleAllRows(all, rows))).toEqual(['elsewhere']);
  expect(areAllSelected(NO_SELECTION, [])).toBe(false);
});

test('a folder within a ticked folder is not named twice', () => {
  const ticked = [folder('a'), folder('a/b'), folder('ab')].reduce(toggleRow, NO_SELECTION);
  expect(foldersOfSelection(ticked).map(({ path }) => path)).toEqual(['a', 'ab']);
});

test('an action on a row that is not ticked concerns it alone', () => {
  const ticked = toggleRow(toggleRow(NO_SELECTION, one), two);
  expect(ids(selectionFor(ticked, two))).toEqual(['1', '2']);
  expect(ids(selectionFor(ticked, three))).toEqual(['3']);
});

test('files that were read later are ticked too', () => {
  const more = selectFiles(toggleRow(NO_SELECTION, one), [{ id: '9' } as RoomFile]);
  expect([...more.rows.values()].map(rowId)).toEqual(['1', '9']);
});
