import type { File as RoomFile } from '@strongroom/client';
import type { Folder } from '../base/folders.ts';
import { type Row, rowId } from './rows.ts';

/** Files and folders that a person ticked, in whatever folder they were. `anchor`: where a range begins. */
export type Selection = Readonly<{ rows: ReadonlyMap<string, Row>; anchor: string | undefined }>;

export const NO_SELECTION: Selection = { rows: new Map(), anchor: undefined };

/** Ticks or unticks one row. */
export function toggleRow({ rows }: Selection, row: Row): Selection {
  const next = new Map(rows);
  const id = rowId(row);
  if (!next.delete(id)) next.set(id, row);
  return { rows: next, anchor: id };
}

/** Ticks all rows from the one that was ticked last to this one. Without an earlier one only this one is ticked. */
export function extendSelection(selection: Selection, row: Row, listed: readonly Row[]): Selection {
  const end = listed.findIndex((one) => rowId(one) === rowId(row));
  const start = listed.findIndex((one) => rowId(one) === selection.anchor);
  if (start < 0 || end < 0) return { ...toggleRow({ ...selection, rows: without(selection.rows, row) }, row) };
  const next = new Map(selection.rows);
  for (const one of listed.slice(Math.min(start, end), Math.max(start, end) + 1)) next.set(rowId(one), one);
  return { rows: next, anchor: selection.anchor };
}

/** Ticks all rows that are listed, or unticks them where all are. */
export function toggleAllRows(selection: Selection, listed: readonly Row[]): Selection {
  const next = new Map(selection.rows);
  if (areAllSelected(selection, listed)) for (const row of listed) next.delete(rowId(row));
  else for (const row of listed) next.set(rowId(row), row);
  return { rows: next, anchor: undefined };
}

export const areAllSelected = ({ rows }: Selection, listed: readonly Row[]): boolean =>
  listed.length > 0 && rows.size >= listed.length && listed.every((row) => rows.has(rowId(row)));

/** Ticks these files too. */
export const selectFiles = ({ rows }: Selection, files: readonly RoomFile[]): Selection => ({
  rows: new Map([...rows, ...files.map((file) => [file.id, { kind: 'file', file } as const] as const)]),
  anchor: undefined,
});

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

function without(rows: Selection['rows'], row: Row): Selection['rows'] {
  const next = new Map(rows);
  next.delete(rowId(row));
  return next;
}
