import { distinctPaths } from './distinct-paths.ts';
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
