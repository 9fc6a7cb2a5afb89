/** A folder and the folders in it. `count`: of all files below it. */
export type Folder = Readonly<{ path: string; name: string; count: number; folders: readonly Folder[] }>;

type Counted = Readonly<{ path: string; file_count: number }>;
type Branch = { inner: Map<string, Branch>; count: number };

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
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
  return sorted(root, { path: '', name: '' });
}

const sorted = (at: Branch, place: Pick<Folder, 'path' | 'name'>): Folder => ({
  ...place,
  count: at.count,
  folders: [...at.inner]
    .toSorted(([one], [other]) => byText(one, other))
    .map(([name, inner]) => sorted(inner, { name, path: place.path === '' ? name : `${place.path}/${name}` })),
});

export function folderAt(root: Folder, path: string): Folder | undefined {
  let at: Folder | undefined = root;
  for (const name of path === '' ? [] : path.split('/')) at = at?.folders.find((inner) => inner.name === name);
  return at;
}

/** All folders below one. */
export const foldersBelow = (root: Folder): readonly Folder[] =>
  root.folders.flatMap((inner) => [inner, ...foldersBelow(inner)]);
