import type { PackageEntry } from './kept.ts';

/** A folder of a link, with its content in the order in which it is shown. The top has neither name nor path. */
export type FolderNode = Readonly<{
  name: string;
  path: string;
  folders: readonly FolderNode[];
  files: readonly PackageEntry[];
  /** Number and bytes of the files in it and below it. */
  count: number;
  size: number;
}>;

type Placed = Readonly<{ file: PackageEntry; below: readonly string[] }>;

/** The files of a link in the folders that its maker shows. A service of an earlier version names no folder. */
export const folderTree = (files: readonly PackageEntry[]): FolderNode =>
  nodeOf(
    '',
    '',
    files.map((file) => ({ file, below: file.folder ? file.folder.split('/') : [] })),
  );

function nodeOf(name: string, path: string, placed: readonly Placed[]): FolderNode {
  const inside = new Map<string, Placed[]>();
  for (const { file, below } of placed) {
    const [next, ...rest] = below;
    if (next === undefined) continue;
    const found = inside.get(next) ?? [];
    inside.set(next, [...found, { file, below: rest }]);
  }
  const files = placed.flatMap(({ file, below }) => (below.length === 0 ? [file] : []));
  const folders = [...inside].map(([next, those]) => nodeOf(next, path === '' ? next : `${path}/${next}`, those));
  return {
    name,
    path,
    folders: folders.toSorted(byName),
    files: files.toSorted(byName),
    count: placed.length,
    size: placed.reduce((sum, { file }) => sum + file.size, 0),
  };
}

const ORDER = new Intl.Collator('en', { numeric: true });
const byName = (one: Readonly<{ name: string }>, other: Readonly<{ name: string }>): number =>
  ORDER.compare(one.name, other.name);

/** The files of a folder and below it, in the order in which they are shown. */
export const filesIn = ({ folders, files }: FolderNode): readonly PackageEntry[] => [
  ...folders.flatMap(filesIn),
  ...files,
];

/** The number of folders inside a folder. */
export const countFolders = ({ folders }: FolderNode): number =>
  folders.reduce((sum, folder) => sum + 1 + countFolders(folder), 0);
