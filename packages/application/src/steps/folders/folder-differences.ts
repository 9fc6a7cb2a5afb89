import { type File, type Folder, type Instant, type Mark, markOfFile, type UserId } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import type { Transition } from '../../kernel/identity-map.ts';
import type { Derivation } from '../../kernel/projection.ts';
import { stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { COUNTED_FROM, folderId, isInFolder } from '../../store/folders.ts';

export type FileDerivation = Derivation<File, Folder>;

/** The derivation of a commit that changes only files. */
export const ofFilesAlone = (transitions: readonly Transition<File>[]): FileDerivation => ({
  transitions,
  own: [],
  stored: () => undefined,
  known: () => undefined,
  by: undefined,
});

/** Changes of the numbers of files in a folder, by mark. `maker`: user and time of the commit, or else of a file that came. */
export type FolderDifference = Pick<Folder, 'roomId' | 'path'> &
  Readonly<{ by: Map<Mark, number> }> & { maker: Readonly<{ id: UserId; at: Instant }> | undefined };

/** Differences of the folders that files come to or go from, by id. */
export function differencesOf({ transitions, by: maker }: FileDerivation): ReadonlyMap<string, FolderDifference> {
  const byId = new Map<string, FolderDifference>();
  const count = (file: File | undefined, by: 1 | -1): void => {
    if (!isInFolder(file)) return;
    const { roomId, folder: path } = file;
    const mark = markOfFile(file);
    const id = folderId(roomId, path);
    const difference = byId.get(id) ?? { roomId, path, by: new Map<Mark, number>(), maker };
    if (by > 0) difference.maker ??= { id: file.uploadedBy, at: file.confirmedAt };
    difference.by.set(mark, (difference.by.get(mark) ?? 0) + by);
    byId.set(id, difference);
  };
  for (const { before, after } of transitions) {
    if (before !== undefined && before.schema >= COUNTED_FROM) count(stateOf(files, before), -1);
    count(after, 1);
  }
  return new Map([...byId].filter(([, { by }]) => [...by.values()].some((number) => number !== 0)));
}

type InFolder = Extract<File, { status: 'available' }>;

/** A file that came to a folder, as it is stored and after the commit. */
export type Arrival = Readonly<{ before: StoredDocument | undefined; after: InFolder; isRestored: boolean }>;

/** Files that come to a folder: new ones, those out of the bin, and those that move. */
export const arrivalsIn = ({ transitions }: Pick<FileDerivation, 'transitions'>): readonly Arrival[] =>
  transitions.flatMap(({ before, after }) => {
    if (!isInFolder(after)) return [];
    const was = before && stateOf(files, before);
    if (isInFolder(was) && was.folder === after.folder) return [];
    return [{ before, after, isRestored: was?.status === 'binned' }];
  });
