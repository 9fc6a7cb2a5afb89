import { foldedName } from './same-name.ts';

type Naming<T> = Readonly<{
  /** The folder of a file, as names from the top. */
  folderOf: (file: T) => readonly string[];
  /** The names that a file may get, the best one first. It never ends, or has one that is free. */
  namesOf: (file: T, folder: string) => Iterable<string>;
  /** Paths with the same key exclude each other. `foldedName` by default. */
  keyOf?: (path: string) => string;
}>;

/**
 * A path for each file, with `/` between folders: no two the same, and none the path of a folder that another file needs.
 * Earlier files have the first choice.
 */
export function distinctPaths<T>(
  files: readonly T[],
  { folderOf, namesOf, keyOf = foldedName }: Naming<T>,
): readonly string[] {
  const folders = files.map(folderOf);
  const used = new Set<string>();
  for (const folder of new Set(folders.map((segments) => segments.join('/'))))
    for (let end = folder.length; end > 0; end = folder.lastIndexOf('/', end - 1))
      used.add(keyOf(folder.slice(0, end)));
  return files.map((file, index) => {
    const folder = (folders[index] ?? []).join('/');
    for (const name of namesOf(file, folder)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const key = keyOf(path);
      if (used.has(key)) continue;
      used.add(key);
      return path;
    }
    throw new TypeError('no name is left for a file');
  });
}
