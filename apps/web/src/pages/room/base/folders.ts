import type { Folder as ServiceFolder } from '@strongroom/client';
import { plural } from '../../../base/format.ts';

/**
 * A folder and the folders in it. `count`: of all files below it; `id`: undefined for the top of the room and before it is read;
 * `groups`: the number of groups that a restricted folder names, for those who may restrict it; `may`: what the caller may do with it.
 */
export type Folder = Readonly<{
  id: string | undefined;
  path: string;
  name: string;
  /** Null in a room without index numbers. */
  index: string | null;
  count: number;
  groups?: number;
  may?: ServiceFolder['may'];
  /** Its place among the folders beside it, where the service said it. */
  position?: number;
  /** The person who made it, and when; of one that files made, those of the room. */
  made?: Making;
  /** Whether the page knows no folder after it. */
  isLast?: boolean;
  folders: readonly Folder[];
}>;

type Making = Readonly<{ by: string; at: string }>;

type Counted = Readonly<{
  id?: string | null;
  path: string;
  file_count: number;
  access?: Readonly<{ groups: readonly unknown[] | null }> | undefined;
  may?: ServiceFolder['may'];
  position?: number | null | undefined;
  created_by?: string;
  created_at?: string;
  index?: string | null;
}>;
type Branch = {
  id: string | undefined;
  may: Folder['may'];
  groups: number | undefined;
  position: number | undefined;
  made: Making | undefined;
  index: string | null;
  inner: Map<string, Branch>;
  count: number;
};

const branch = (): Branch => ({
  id: undefined,
  groups: undefined,
  may: undefined,
  position: undefined,
  made: undefined,
  index: null,
  inner: new Map(),
  count: 0,
});

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
export const compareNaturally = (one: string, other: string): number => COLLATOR.compare(one, other);

/** All folders of a room, below one without a name. A parent folder needs no files of its own. */
export function folderTree(counts: Iterable<Counted>): Folder {
  const root = branch();
  for (const { id, path, file_count: count, access, may, position, index, created_by: by, created_at: on } of counts) {
    let at = root;
    at.count += count;
    for (const name of path === '' ? [] : path.split('/')) {
      const inner = at.inner.get(name) ?? branch();
      at.inner.set(name, inner);
      inner.count += count;
      at = inner;
    }
    at.id ??= id ?? undefined;
    at.groups ??= access?.groups?.length;
    at.may ??= may;
    at.position ??= position ?? undefined;
    if (by !== undefined && on !== undefined) at.made ??= { by, at: on };
    at.index ??= index ?? null;
  }
  return sorted(root, { path: '', name: '' });
}

/** Folders without a position: those that the page knows before the service said it, and among very many. */
const LAST = Number.MAX_SAFE_INTEGER;

const sorted = (at: Branch, place: Pick<Folder, 'path' | 'name'>): Folder => ({
  ...place,
  id: at.id,
  index: at.index,
  count: at.count,
  ...(at.groups !== undefined && { groups: at.groups }),
  may: at.may,
  ...(at.position !== undefined && { position: at.position }),
  ...(at.made !== undefined && { made: at.made }),
  folders: [...at.inner]
    .toSorted(([one, { position: a = LAST }], [other, { position: b = LAST }]) => a - b || compareNaturally(one, other))
    .map(([name, inner], index) => ({
      ...sorted(inner, { name, path: place.path === '' ? name : `${place.path}/${name}` }),
      ...(inner.position !== undefined && { isLast: index === at.inner.size - 1 }),
    })),
});

export function folderAt(root: Folder, path: string): Folder | undefined {
  let at: Folder | undefined = root;
  for (const name of path === '' ? [] : path.split('/')) at = at?.folders.find((inner) => inner.name === name);
  return at;
}

/** The path of the folder above, empty at the top. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The name of a folder, which is the last one of its path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The path of a folder of that name in another. */
export const inside = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`);

/** All folders below one. */
export const foldersBelow = (root: Folder): readonly Folder[] =>
  root.folders.flatMap((inner) => [inner, ...foldersBelow(inner)]);

/** Folders by depth, the deepest first: a folder goes only when nothing is in it. */
export function foldersByDepth(folders: readonly Folder[]): readonly (readonly Folder[])[] {
  const levels = new Map<number, Folder[]>();
  for (const folder of folders.flatMap((one) => [one, ...foldersBelow(one)])) {
    if (folder.id === undefined) continue;
    const depth = folder.path.split('/').length;
    levels.set(depth, [...(levels.get(depth) ?? []), folder]);
  }
  return [...levels].toSorted(([one], [other]) => other - one).map(([, level]) => level);
}

/** Files as lists have them: what is in a folder before what lies beside it, and names in their natural order. */
export const inListOrder = <T extends Readonly<{ folder: string; name: string }>>(files: readonly T[]): readonly T[] =>
  files
    .map((file) => [file, file.folder === '' ? [] : file.folder.split('/')] as const)
    .toSorted(([one, way], [other, otherWay]) => {
      for (const [level, name] of way.entries()) {
        const otherName = otherWay[level];
        if (otherName === undefined) return -1;
        const order = compareNaturally(name, otherName);
        if (order !== 0) return order;
      }
      return otherWay.length > way.length ? 1 : compareNaturally(one.name, other.name);
    })
    .map(([file]) => file);

/** The people who see a restricted folder, as a badge; undefined for one that is not restricted itself. */
export const restrictionBadge = ({ groups }: Folder): string | undefined =>
  groups === undefined ? undefined : groups === 0 ? 'owners only' : `only ${plural(groups, 'group')}`;
