import { foldedName, type File as RoomFile } from '@strongroom/client';
import { byName, type Folder, folderAt, foldersBelow, numbersOf } from './folders.ts';

export type FolderRow = Readonly<{ kind: 'folder'; folder: Folder }>;
/** `index`: empty where not all files are known that it depends on. */
export type FileRow = Readonly<{ kind: 'file'; file: RoomFile; index: string }>;
export type Row = FolderRow | FileRow;
export type Sort = 'name' | 'size' | 'date' | 'label';

type Order = (one: RoomFile, other: RoomFile) => number;

const SORTS: Readonly<Record<Exclude<Sort, 'label'>, Order>> = {
  name: byName,
  size: (one, other) => other.size - one.size,
  date: (one, other) => (one.uploaded_at < other.uploaded_at ? 1 : -1),
};

/** `labels`: those of the service in rising order, which their texts do not tell. */
type Listed = Readonly<{
  files: readonly RoomFile[];
  isWhole: boolean;
  root: Folder;
  sort: Sort;
  labels: readonly string[];
}>;

function orderOf({ sort, labels }: Listed): Order {
  if (sort !== 'label') return SORTS[sort];
  const rank = ({ classification }: RoomFile): number => labels.indexOf(classification);
  return (one, other) => rank(other) - rank(one) || byName(one, other);
}

/**
 * Folders and files of one folder, folders first, each with its number in the room's index. The number follows the
 * names, whatever the list is sorted by. The service lists files by date.
 */
export function rowsOf(listed: Listed, folder: string): readonly Row[] {
  const { files, isWhole, root, sort } = listed;
  const numbers = isWhole ? numbersOf(files, root) : undefined;
  const sorted = sort === 'date' ? files : files.toSorted(orderOf(listed));
  return [
    ...(folderAt(root, folder)?.folders ?? []).map((inner): FolderRow => ({ kind: 'folder', folder: inner })),
    ...sorted.map((file): FileRow => ({ kind: 'file', file, index: numbers?.get(file.id) ?? '' })),
  ];
}

/** More would take the page long to sort. */
export const MOST_FOUND = 2000;
/** Files among which those found are numbered. */
const MOST_NUMBERED = 5000;

export type Found = Readonly<{ rows: readonly Row[]; count: number }>;

/** Folders whose name, and files whose path, has every word. At most the newest 2 000 files. */
export function foundIn(listed: Listed, find: string, folder: string): Found {
  const { files, isWhole, root } = listed;
  const words = foldedName(find).split(/\s+/);
  const fits = (text: string): boolean => words.every((word) => foldedName(text).includes(word));
  const folders = foldersBelow(folderAt(root, folder) ?? root).filter(({ name }) => fits(name));
  const all = files.filter((file) => fits(`${file.folder}/${file.name}`));
  const numbers = isWhole && files.length <= MOST_NUMBERED ? numbersOf(files, root) : undefined;
  const shown = all.slice(0, MOST_FOUND).toSorted(orderOf(listed));
  return {
    rows: [
      ...folders.map((inner): FolderRow => ({ kind: 'folder', folder: inner })),
      ...shown.map((file): FileRow => ({ kind: 'file', file, index: numbers?.get(file.id) ?? '' })),
    ],
    count: folders.length + all.length,
  };
}
