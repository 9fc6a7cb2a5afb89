/** A file of a link. A service of an earlier version names no folder. */
type InFolder = Readonly<{ name: string; size: number; folder?: string }>;

/** A folder of a link, with its content in the order in which it is shown. The top has neither name nor path. */
export type FolderNode<F> = Readonly<{
  name: string;
  path: string;
  folders: readonly FolderNode<F>[];
  files: readonly F[];
  /** Number and bytes of the files in it and below it. */
  count: number;
  size: number;
}>;

type Placed<F> = Readonly<{ file: F; below: readonly string[] }>;

/** The files of a link in the folders that its maker shows. */
export const folderTree = <F extends InFolder>(files: readonly F[]): FolderNode<F> =>
  nodeOf(
    '',
    '',
    files.map((file) => ({ file, below: file.folder ? file.folder.split('/') : [] })),
  );

function nodeOf<F extends InFolder>(name: string, path: string, placed: readonly Placed<F>[]): FolderNode<F> {
  const inside = new Map<string, Placed<F>[]>();
  for (const { file, below } of placed) {
    const [next, ...rest] = below;
    if (next === undefined) continue;
    const found = inside.get(next);
    const inner = { file, below: rest };
    if (found === undefined) inside.set(next, [inner]);
    else found.push(inner);
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
export const filesIn = <F>({ folders, files }: FolderNode<F>): readonly F[] => [
  ...folders.flatMap((folder) => filesIn(folder)),
  ...files,
];

/** The folder that holds all files of a link, where there is one; otherwise the top. */
export const wholeOf = <F>(top: FolderNode<F>): FolderNode<F> =>
  (top.files.length === 0 && top.folders.length === 1 && top.folders[0]) || top;

/** The number of folders inside a folder. */
export const countFolders = ({ folders }: FolderNode<unknown>): number =>
  folders.reduce((sum, folder) => sum + 1 + countFolders(folder), 0);
