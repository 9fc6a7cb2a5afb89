import type { File as RoomFile } from '@strongroom/client';
import { may } from '../../../base/may.ts';
import type { Folder } from '../base/folders.ts';
import { type Row, rowId } from './rows.ts';

/** Files and folders that a person ticked, in whatever folder they were. `anchor` and `end`: of the range that was ticked last. */
export type Selection = Readonly<{
  rows: ReadonlyMap<string, Row>;
  anchor: string | undefined;
  end?: string;
}>;

export const NO_SELECTION: Selection = { rows: new Map(), anchor: undefined };

/** Ticks or unticks one row. */
export function toggleRow({ rows }: Selection, row: Row): Selection {
  const next = new Map(rows);
  const id = rowId(row);
  if (!next.delete(id)) next.set(id, row);
  return { rows: next, anchor: id };
}

/**
 * Ticks all rows from the one that was ticked last, or else from `current`, to this one. Another range from the same row
 * replaces the one before, so that a person who went too far goes back.
 */
export function extendSelection(selection: Selection, row: Row, listed: readonly Row[], current: Row = row): Selection {
  const indexOf = (id: string | undefined): number => listed.findIndex((one) => rowId(one) === id);
  const anchor = indexOf(selection.anchor) < 0 ? rowId(current) : selection.anchor;
  const start = indexOf(anchor);
  const next = new Map(selection.rows);
  if (anchor === selection.anchor)
    for (const one of rowsBetween(listed, start, indexOf(selection.end))) next.delete(rowId(one));
  for (const one of rowsBetween(listed, start, indexOf(rowId(row)))) next.set(rowId(one), one);
  return { rows: next, anchor, end: rowId(row) };
}

const rowsBetween = (listed: readonly Row[], start: number, end: number): readonly Row[] =>
  start < 0 || end < 0 ? [] : listed.slice(Math.min(start, end), Math.max(start, end) + 1);

/** Ticks all rows that are listed. */
export const selectRows = ({ rows }: Selection, listed: readonly Row[]): Selection => ({
  rows: new Map([...rows, ...listed.map((row) => [rowId(row), row] as const)]),
  anchor: undefined,
});

/** Ticks all rows that are listed, or unticks them where all are. */
export function toggleAllRows(selection: Selection, listed: readonly Row[]): Selection {
  if (!areAllSelected(selection, listed)) return selectRows(selection, listed);
  const next = new Map(selection.rows);
  for (const row of listed) next.delete(rowId(row));
  return { rows: next, anchor: undefined };
}

export const areAllSelected = ({ rows }: Selection, listed: readonly Row[]): boolean =>
  listed.length > 0 && rows.size >= listed.length && listed.every((row) => rows.has(rowId(row)));

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
