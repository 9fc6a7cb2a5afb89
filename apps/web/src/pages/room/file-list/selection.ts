import type { File as RoomFile } from '@strongroom/client';
import { may } from '../../../base/may.ts';
import {
  areAllTicked,
  extendTicks,
  NO_TICKS,
  type Ticks,
  tickAll,
  toggleAllTicks,
  toggleTick,
} from '../../../base/ticks.ts';
import { type Folder, nameOf } from '../base/folders.ts';
import { type Row, rowId } from './rows.ts';

/** Files and folders that a person ticked, in whatever folder they were. */
export type Selection = Ticks<Row>;

export const NO_SELECTION: Selection = NO_TICKS;

export const toggleRow = (selection: Selection, row: Row): Selection => toggleTick(selection, row, rowId);

/** Ticks a range of rows that ends with `row`, and begins with the one that was ticked last, or else with `current`. */
export const extendSelection = (
  selection: Selection,
  row: Row,
  listed: readonly Row[],
  current: Row = row,
): Selection => extendTicks(selection, { to: row, listed, idOf: rowId, current });

export const selectRows = (selection: Selection, listed: readonly Row[]): Selection =>
  tickAll(selection, listed, rowId);

export const toggleAllRows = (selection: Selection, listed: readonly Row[]): Selection =>
  toggleAllTicks(selection, listed, rowId);

export const areAllSelected = (selection: Selection, listed: readonly Row[]): boolean =>
  areAllTicked(selection, listed, rowId);

/** Ticks these files too. */
export const selectFiles = (selection: Selection, files: readonly RoomFile[]): Selection =>
  selectRows(
    selection,
    files.map((file) => ({ kind: 'file', file })),
  );

export const filesOfSelection = ({ rows }: Pick<Selection, 'rows'>): readonly RoomFile[] =>
  [...rows.values()].flatMap((row) => (row.kind === 'file' ? [row.file] : []));

/** Ticked folders, without those in another ticked one. */
export function foldersOfSelection({ rows }: Pick<Selection, 'rows'>): readonly Folder[] {
  const folders = [...rows.values()].flatMap((row) => (row.kind === 'folder' ? [row.folder] : []));
  return folders.filter(({ path }) => !folders.some((other) => path.startsWith(`${other.path}/`)));
}

/** The rows that an action on a row concerns: all that are ticked, if it is among them, and else the row alone. */
export const selectionFor = (selection: Selection, row: Row): Selection =>
  selection.rows.has(rowId(row)) ? selection : { rows: new Map([[rowId(row), row]]), anchor: undefined };

/** The rows of a selection whose files and folders have these ids. */
export const keepSelected = ({ rows }: Selection, ids: ReadonlySet<string>): Selection => ({
  rows: new Map([...rows].filter(([, row]) => ids.has((row.kind === 'file' ? row.file : row.folder).id ?? ''))),
  anchor: undefined,
});

/** The same rows after a folder got another path: a folder is known by its own. */
export function renameInSelection({ rows, anchor }: Selection, from: string, to: string): Selection {
  const after = (path: string): string =>
    path === from || path.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : path;
  const moved = [...rows.values()].map((row): Row => {
    if (row.kind === 'file') return { kind: 'file', file: { ...row.file, folder: after(row.file.folder) } };
    const path = after(row.folder.path);
    return { kind: 'folder', folder: { ...row.folder, path, name: nameOf(path) } };
  });
  return { rows: new Map(moved.map((row) => [rowId(row), row])), anchor };
}

/** Whether the person may move all that is ticked, and there is something. */
export const mayMove = (selection: Pick<Selection, 'rows'>): boolean =>
  selection.rows.size > 0 &&
  foldersOfSelection(selection).every((folder) => may(folder, 'folder.edit')) &&
  filesOfSelection(selection).every((file) => may(file, 'file.edit'));

/** Whether the person may delete all that is ticked, and there is something. */
export const mayDelete = (selection: Pick<Selection, 'rows'>): boolean =>
  selection.rows.size > 0 &&
  foldersOfSelection(selection).every((folder) => may(folder, 'folder.delete')) &&
  filesOfSelection(selection).every((file) => may(file, 'file.delete'));
