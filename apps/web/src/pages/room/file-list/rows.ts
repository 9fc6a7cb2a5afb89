import type { File as RoomFile } from '@strongroom/client';
import { compareNaturally, type Folder, folderAt, foldersBelow } from '../base/folders.ts';
import { columnOf, DEFAULT_SORT, type FileSort, isDescending, type Listing } from '../base/listing.ts';

export type FolderRow = Readonly<{ kind: 'folder'; folder: Folder }>;
export type FileRow = Readonly<{ kind: 'file'; file: RoomFile }>;
export type Row = FolderRow | FileRow;

/** Names a row among all of a room. */
export const rowId = (row: Row): string => (row.kind === 'file' ? row.file.id : `folder ${row.folder.path}`);

/** The text without letter case and accents. The service finds files by more rules; these are for folders. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A list in another order offers no places. */
function withoutPlace(folder: Folder): Folder {
  const { position: _, isLast: __, ...rest } = folder;
  return rest;
}

const byName = (folders: readonly Folder[]): readonly Folder[] =>
  folders.toSorted((one, other) => compareNaturally(one.name, other.name));

const madeAt = ({ made }: Folder): number => (made === undefined ? 0 : Date.parse(made.at));

/** Folders have no size and no label: these orders, and that of people, leave them in their places. */
function inOrder(folders: readonly Folder[], sort: FileSort = DEFAULT_SORT): readonly Folder[] {
  if (sort === 'name') return byName(folders).map(withoutPlace);
  if (sort === '-name') return byName(folders).toReversed().map(withoutPlace);
  if (columnOf(sort) !== 'date') return folders;
  const sign = isDescending(sort) ? -1 : 1;
  return folders.toSorted((one, other) => sign * (madeAt(one) - madeAt(other))).map(withoutPlace);
}

/** Whether folders were placed in another order than that of their names. */
export const hasOwnOrder = (folders: readonly Folder[]): boolean => {
  const named = byName(folders);
  return folders.some((folder, index) => folder !== named[index]);
};

/**
 * The folders, then the files in the order of the service. A search lists the folders below whose own name has every word: those
 * that only lie in such a folder are seen by opening it.
 */
export function rowsOf(files: readonly RoomFile[], root: Folder, { folder, find = '', sort }: Listing): readonly Row[] {
  const at = folderAt(root, folder);
  const words = folded(find).split(/\s+/);
  const folders =
    find === ''
      ? (at?.folders ?? [])
      : foldersBelow(at ?? root).filter(({ name }) => words.every((word) => folded(name).includes(word)));
  const shown = find === '' ? folders : folders.map(withoutPlace);
  return [
    ...inOrder(shown, sort).map((inner): FolderRow => ({ kind: 'folder', folder: inner })),
    ...files.map((file): FileRow => ({ kind: 'file', file })),
  ];
}

/**
 * The place of the row that takes the focus when the one that had it is gone: the next that stays, or else the one before. A row
 * that has another id only, such as a renamed folder, keeps its place.
 */
export function nearestRow(before: readonly string[], now: readonly string[], gone: string): number | undefined {
  const at = before.indexOf(gone);
  const left = new Set(now);
  if (at === -1 || now.length === 0 || left.has(gone)) return undefined;
  if (now.length >= before.length) return Math.min(at, now.length - 1);
  const nearest = before.slice(at).find((id) => left.has(id)) ?? before.slice(0, at).findLast((id) => left.has(id));
  return nearest === undefined ? 0 : now.indexOf(nearest);
}
