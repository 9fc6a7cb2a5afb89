import type { File as RoomFile } from '@strongroom/client';

/** A folder with its number in the index of the room (1.2.3), and the folders in it. `count`: of all files below it. */
export type Folder = Readonly<{ path: string; name: string; index: string; count: number; folders: readonly Folder[] }>;

type Counted = Readonly<{ path: string; file_count: number }>;
type Branch = { inner: Map<string, Branch>; count: number };

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
export const byName = (one: Readonly<{ name: string }>, other: Readonly<{ name: string }>): number =>
  COLLATOR.compare(one.name, other.name);
export const byText = (one: string, other: string): number => COLLATOR.compare(one, other);

/** All folders of a room, below one without a name. A folder on the way to another one needs no files of its own. */
export function folderTree(counts: Iterable<Counted>): Folder {
  const root: Branch = { inner: new Map(), count: 0 };
  for (const { path, file_count: count } of counts) {
    let at = root;
    at.count += count;
    for (const name of path === '' ? [] : path.split('/')) {
      const inner = at.inner.get(name) ?? { inner: new Map<string, Branch>(), count: 0 };
      at.inner.set(name, inner);
      inner.count += count;
      at = inner;
    }
  }
  return numbered(root, { path: '', name: '', index: '' });
}

const numbered = (at: Branch, place: Pick<Folder, 'path' | 'name' | 'index'>): Folder => ({
  ...place,
  count: at.count,
  folders: [...at.inner]
    .toSorted(([one], [other]) => byText(one, other))
    .map(([name, inner], position) =>
      numbered(inner, {
        name,
        path: place.path === '' ? name : `${place.path}/${name}`,
        index: place.index === '' ? `${position + 1}` : `${place.index}.${position + 1}`,
      }),
    ),
});

export function folderAt(root: Folder, path: string): Folder | undefined {
  let at: Folder | undefined = root;
  for (const name of path === '' ? [] : path.split('/')) at = at?.folders.find((inner) => inner.name === name);
  return at;
}

/** All folders below one. */
export const foldersBelow = (root: Folder): readonly Folder[] =>
  root.folders.flatMap((inner) => [inner, ...foldersBelow(inner)]);

/** The folders that files are in. */
export const treeOf = (files: readonly RoomFile[]): Folder =>
  folderTree(files.map(({ folder }) => ({ path: folder, file_count: 1 })));

/** The number of each file in the index: by name, after the folders beside it. Needs all files of their folders. */
export function numbersOf(files: readonly RoomFile[], root: Folder): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  const byFolder = new Map<string, RoomFile[]>();
  for (const file of files) {
    const own = byFolder.get(file.folder);
    if (own === undefined) byFolder.set(file.folder, [file]);
    else own.push(file);
  }
  for (const [path, own] of byFolder) {
    const at = folderAt(root, path);
    const prefix = at === undefined || at.index === '' ? '' : `${at.index}.`;
    const first = (at?.folders.length ?? 0) + 1;
    for (const [position, { id }] of own.toSorted(byName).entries()) numbers.set(id, `${prefix}${first + position}`);
  }
  return numbers;
}
