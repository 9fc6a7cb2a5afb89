import { expect, test } from '@jest/globals';
import type { File as RoomFile } from '@strongroom/client';
import { type Row, rowId } from './rows.ts';
import {
  areAllSelected,
  extendSelection,
  foldersOfSelection,
  keepSelected,
  mayDelete,
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
});

test('another range from the same row replaces the one before, and leaves what was ticked elsewhere', () => {
  const far = extendSelection(toggleRow(toggleRow(NO_SELECTION, a), two), four, rows);
  expect(ids(extendSelection(far, three, rows))).toEqual(['2', '3', 'folder a']);
  expect(ids(extendSelection(far, one, rows))).toEqual(['1', '2', 'folder a']);
});

test('a range that a key begins has the row of the focus in it', () => {
  const begun = extendSelection(NO_SELECTION, three, rows, two);
  expect(ids(begun)).toEqual(['2', '3']);
  expect(ids(extendSelection(begun, four, rows, three))).toEqual(['2', '3', '4']);
});

test('the key of deletion concerns a selection that may be deleted as a whole', () => {
  const deletable: Row = { kind: 'file', file: { id: 'd', may: ['file.delete'] as const } as unknown as RoomFile };
  expect([NO_SELECTION, toggleRow(NO_SELECTION, deletable)].map(mayDelete)).toEqual([false, true]);
  expect([one, a].map((row) => mayDelete([deletable, row].reduce(toggleRow, NO_SELECTION)))).toEqual([false, false]);
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

test('rows that came back stay selected', () => {
  const ticked = [a, one, two].reduce(toggleRow, NO_SELECTION);
  expect(ids(keepSelected(ticked, new Set(['a', '2', '9'])))).toEqual(['2', 'folder a']);
});

test('files that were read later are ticked too', () => {
  const more = selectFiles(toggleRow(NO_SELECTION, one), [{ id: '9' } as RoomFile]);
  expect([...more.rows.values()].map(rowId)).toEqual(['1', '9']);
});
