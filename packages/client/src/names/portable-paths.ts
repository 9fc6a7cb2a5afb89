import { portableName } from './portable-name.ts';
import { foldedName } from './same-name.ts';

type Placed = Readonly<{ name: string; folder: string }>;

/**
 * A path for each file of a room, folders between `/`, as every system can unpack it: names by `portableName`, no two paths
 * the same and none that of a folder. Later files of the same name get a number.
 */
export function portablePaths(files: readonly Placed[]): readonly string[] {
  return distinctPaths(files, { folderOf: ({ folder }) => segmentsOf(folder), namesOf: numbered() });
}

/** The names of a file: without a number, then with the next one that no file of its name in its folder has. */
function numbered() {
  const next = new Map<string, number>();
  return function* namesOf({ name }: Readonly<{ name: string }>, folder: string): Generator<string> {
    const first = foldedName(`${folder}/${portableName(name)}`);
    for (;;) {
      const number = next.get(first) ?? 1;
      next.set(first, number + 1);
      yield portableName(name, number);
    }
  };
}

const segmentsOf = (folder: string): readonly string[] =>
  folder === '' ? [] : folder.split('/').map((name) => portableName(name));

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
