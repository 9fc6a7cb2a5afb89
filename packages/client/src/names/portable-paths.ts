import { portableName } from './portable-name.ts';

type Placed = Readonly<{ name: string; folder: string }>;

/** Systems that ignore case and the composition of letters take two such paths for one. */
const placeOf = (path: string): string => path.normalize('NFC').toLowerCase();

/**
 * A path for each file of a room, folders between `/`, as every system can unpack it: names by `portableName`, no two paths
 * the same and none that of a folder. Later files of the same name get a number.
 */
export function portablePaths(files: readonly Placed[]): readonly string[] {
  const folders = files.map(({ folder }) => segmentsOf(folder));
  const used = new Set(
    folders.flatMap((segments) => segments.map((_, at) => placeOf(segments.slice(0, at + 1).join('/')))),
  );
  const next = new Map<string, number>();
  return files.map(({ name }, index) => {
    const pathAs = (number: number): string => [...(folders[index] ?? []), portableName(name, number)].join('/');
    const first = placeOf(pathAs(1));
    let number = next.get(first) ?? 1;
    while (used.has(placeOf(pathAs(number)))) number += 1;
    next.set(first, number + 1);
    used.add(placeOf(pathAs(number)));
    return pathAs(number);
  });
}

const segmentsOf = (folder: string): readonly string[] =>
  folder === '' ? [] : folder.split('/').map((name) => portableName(name));
