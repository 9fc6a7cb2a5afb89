import type { Room, File as RoomFile } from '@strongroom/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { service } from '../../base/service.ts';

/** Files that are read without being asked for: fifty requests. */
export const FIRST_FILES = 5000;

export const useRoom = (id: string) => useQuery<Room>({ queryKey: ['room', id], queryFn: () => service.rooms.get(id) });

type Files = Readonly<{ files: readonly RoomFile[]; total: number }>;

async function read(roomId: string, most: number, signal: AbortSignal): Promise<Files> {
  const files: RoomFile[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = cursor === undefined ? { per_page: 100 } : { per_page: 100, cursor };
    const { data, meta } = await service.files
      .list(roomId, { ...query, folder: '', recursive: 'true' }, { signal })
      .page();
    files.push(...data);
    if (meta.next_cursor === null || files.length >= most) return { files, total: meta.total };
    cursor = meta.next_cursor;
  }
}

/** The newest files of a room, at most `most`, with the number of all. */
export const useFiles = (roomId: string, most = FIRST_FILES) =>
  useQuery({
    queryKey: ['files', roomId, most],
    queryFn: ({ signal }) => read(roomId, most, signal),
    placeholderData: keepPreviousData,
  });

export type FolderRow = Readonly<{
  kind: 'folder';
  name: string;
  path: string;
  index: string;
  count: number;
  size: number;
}>;
export type FileRow = Readonly<{ kind: 'file'; file: RoomFile; index: string }>;
export type Row = FolderRow | FileRow;
export type Sort = 'name' | 'size' | 'date' | 'label';

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Branch = { folders: Map<string, Branch>; files: RoomFile[]; count: number; size: number };
const branch = (): Branch => ({ folders: new Map(), files: [], count: 0, size: 0 });

function treeOf(files: readonly RoomFile[]): Branch {
  const root = branch();
  for (const file of files) {
    let at = root;
    at.count++;
    at.size += file.size;
    for (const name of file.folder === '' ? [] : file.folder.split('/')) {
      const inner = at.folders.get(name) ?? branch();
      at.folders.set(name, inner);
      at = inner;
      at.count++;
      at.size += file.size;
    }
    at.files.push(file);
  }
  return root;
}

/** A folder with its number in the index of the room, and the folders in it. */
export type Folder = Readonly<{
  path: string;
  name: string;
  index: string;
  count: number;
  folders: readonly Folder[];
}>;

/** All folders of a room, below one without a name. */
export const foldersOf = (files: readonly RoomFile[]): Folder =>
  folderOf(treeOf(files), { path: '', name: '', index: '' });

const folderOf = (at: Branch, place: Pick<Folder, 'path' | 'name' | 'index'>): Folder => ({
  ...place,
  count: at.count,
  folders: [...at.folders]
    .toSorted(([one], [other]) => COLLATOR.compare(one, other))
    .map(([name, inner], position) =>
      folderOf(inner, {
        name,
        path: place.path === '' ? name : `${place.path}/${name}`,
        index: place.index === '' ? `${position + 1}` : `${place.index}.${position + 1}`,
      }),
    ),
});

const SORTS: Readonly<Record<Sort, (one: RoomFile, other: RoomFile) => number>> = {
  name: (one, other) => COLLATOR.compare(one.name, other.name),
  size: (one, other) => other.size - one.size,
  date: (one, other) => (one.uploaded_at < other.uploaded_at ? 1 : -1),
  label: (one, other) => COLLATOR.compare(other.classification, one.classification),
};

/**
 * Folders and files of one folder, folders first, each with its number in the room's index (1.2.3). The number follows
 * the names, whatever the list is sorted by. With words to find, the files of all folders whose path has every word.
 */
export function rowsOf(
  files: readonly RoomFile[],
  { folder, find, sort }: Readonly<{ folder: string; find: string; sort: Sort }>,
): readonly Row[] {
  const root = treeOf(files);
  if (find !== '') {
    const words = find.toLowerCase().split(/\s+/);
    const found: FileRow[] = [];
    collect(root, '', (file, index) => {
      const path = `${file.folder}/${file.name}`.toLowerCase();
      if (words.every((word) => path.includes(word))) found.push({ kind: 'file', file, index });
    });
    return found.toSorted((one, other) => SORTS[sort](one.file, other.file));
  }
  let at: Branch | undefined = root;
  let prefix = '';
  for (const name of folder === '' ? [] : folder.split('/')) {
    if (at === undefined) return [];
    prefix += `${[...at.folders.keys()].toSorted(COLLATOR.compare).indexOf(name) + 1}.`;
    at = at.folders.get(name);
  }
  if (at === undefined) return [];
  const folders = [...at.folders].toSorted(([one], [other]) => COLLATOR.compare(one, other));
  const numbered = numbers(at, prefix);
  return [
    ...folders.map(
      ([name, { count, size }], index): FolderRow => ({
        kind: 'folder',
        name,
        path: folder === '' ? name : `${folder}/${name}`,
        index: `${prefix}${index + 1}`,
        count,
        size,
      }),
    ),
    ...at.files
      .toSorted(SORTS[sort])
      .map((file): FileRow => ({ kind: 'file', file, index: numbered.get(file.id) ?? '' })),
  ];
}

/** Numbers of the files of a folder: they follow those of its folders. */
function numbers(at: Branch, prefix: string): ReadonlyMap<string, string> {
  const first = at.folders.size + 1;
  return new Map(at.files.toSorted(SORTS.name).map(({ id }, index) => [id, `${prefix}${first + index}`]));
}

function collect(at: Branch, prefix: string, take: (file: RoomFile, index: string) => void): void {
  const numbered = numbers(at, prefix);
  for (const [index, [, inner]] of [...at.folders].toSorted(([one], [other]) => COLLATOR.compare(one, other)).entries())
    collect(inner, `${prefix}${index + 1}.`, take);
  for (const file of at.files) take(file, numbered.get(file.id) ?? '');
}

/** Every file with its number, in the order of the index. */
export function indexOf(files: readonly RoomFile[]): readonly FileRow[] {
  const all: FileRow[] = [];
  collect(treeOf(files), '', (file, index) => all.push({ kind: 'file', file, index }));
  return all.toSorted((one, other) => COLLATOR.compare(one.index, other.index));
}

export const folderExists = (files: readonly RoomFile[], folder: string): boolean =>
  folder === '' || files.some((file) => file.folder === folder || file.folder.startsWith(`${folder}/`));
