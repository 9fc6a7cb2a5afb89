import { foldedName, type File as RoomFile } from '@strongroom/client';
import { pathOf } from '../naming/files.ts';

export type FilePlace = Readonly<{ folder: string; name: string }>;

/**
 * Finds the files of the room at the place of a new one, newest first: those whose path is the same but for the composition
 * of letters; else those whose path differs in upper and lower case, unless another of the new files has just that path.
 */
export function standingAt(
  listed: readonly RoomFile[],
  files: readonly FilePlace[],
): (file: FilePlace) => readonly RoomFile[] {
  const exact = groupedBy(listed, composed);
  const folded = groupedBy(listed, (file) => foldedName(pathOf(file)));
  const claimed = new Set(files.map(composed));
  return (file) =>
    exact.get(composed(file)) ??
    (folded.get(foldedName(pathOf(file))) ?? []).filter((other) => !claimed.has(composed(other)));
}

/** The newest file at the place of each new one. Each gets one version: a second new file for it is put beside it. */
export function replacedBy<T extends FilePlace>(
  listed: readonly RoomFile[],
  files: readonly T[],
): ReadonlyMap<T, string> {
  const standing = standingAt(listed, files);
  const replaced = new Set<string>();
  return new Map(
    files.flatMap((file) => {
      const [newest] = standing(file);
      if (newest === undefined || replaced.has(newest.id)) return [];
      replaced.add(newest.id);
      return [[file, newest.id] as const];
    }),
  );
}

const composed = (file: FilePlace): string => pathOf(file).normalize('NFC');

function groupedBy(files: readonly RoomFile[], keyOf: (file: RoomFile) => string): ReadonlyMap<string, RoomFile[]> {
  const groups = new Map<string, RoomFile[]>();
  for (const file of files) {
    const group = groups.get(keyOf(file));
    if (group === undefined) groups.set(keyOf(file), [file]);
    else group.push(file);
  }
  return groups;
}
