import type { Folder as ServiceFolder } from '@strongroom/client';
import { rowsWithWords } from '../../../base/list-view.ts';
import { type Folder, folderTree, parentOf } from '../base/folders.ts';

/** A row of the table of folders and groups. `place`: the folder that it lies in, where the row above does not show it. */
export type MatrixRow = Readonly<{
  folder: ServiceFolder;
  level: number;
  hasFolders: boolean;
  isOpen: boolean;
  place: string;
}>;

export const isRestricted = ({ access }: Pick<ServiceFolder, 'access'>): boolean => (access?.groups ?? null) !== null;

/** The folders that are open at first: those with a restricted one below. */
export function parentsOfRestricted(folders: readonly ServiceFolder[]): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const { path } of folders.filter(isRestricted))
    for (let at = parentOf(path); at !== '' && !parents.has(at); at = parentOf(at)) parents.add(at);
  return parents;
}

/** The tree of a room as far as it is open. */
export function treeRows(folders: readonly ServiceFolder[], isOpen: (path: string) => boolean): readonly MatrixRow[] {
  const byPath = new Map(folders.map((folder) => [folder.path, folder]));
  const rowsIn = ({ folders: inner }: Folder, level: number): readonly MatrixRow[] =>
    inner.flatMap((node) => {
      const [folder, open] = [byPath.get(node.path), isOpen(node.path)];
      const below = open ? rowsIn(node, level + 1) : [];
      if (folder === undefined) return below;
      return [{ folder, level, hasFolders: node.folders.length > 0, isOpen: open, place: '' }, ...below];
    });
  return rowsIn(folderTree(folders), 0);
}

/** Folders whose path has all the words, beside each other. */
export const foundRows = (folders: readonly ServiceFolder[], words: string): readonly MatrixRow[] =>
  rowsWithWords(
    folders.filter(({ path }) => path !== ''),
    words,
    ({ path }) => path,
  ).map((folder) => ({ folder, level: 0, hasFolders: false, isOpen: false, place: parentOf(folder.path) }));

/** Cells of the table that are drawn at once. */
const MAX_CELLS = 4000;
const MAX_ROWS = 200;
const MIN_ROWS = 25;

export const rowsAtOnce = (groups: number): number =>
  Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.floor(MAX_CELLS / Math.max(groups, 1))));
