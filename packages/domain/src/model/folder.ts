import { DomainError } from '../values/errors.ts';
import { siblingKey } from '../values/folding.ts';
import type { FolderId, RoomId, UserId } from '../values/ids.ts';
import { dominates, type Label, type LabelScheme, labelsUpTo } from '../values/labels.ts';
import { type FolderPath, TOP_FOLDER } from '../values/text.ts';
import type { Instant } from '../values/time.ts';

/**
 * Tells which clearances see a folder: `OPEN`, or the labels of the files in and below it, sorted, one a line. Empty for a folder
 * that holds nothing.
 */
export type Sight = string;

/** Every member of the room sees the folder. */
const OPEN: Sight = '*';

const MAX_FOLDER_LEVELS = 32;

/** A folder of a room. The top of a room is one too, which only counts: callers meet it as the room. */
export type Folder = Readonly<{
  id: FolderId;
  roomId: RoomId;
  path: FolderPath;
  createdBy: UserId;
  createdAt: Instant;
  /** Every member of the room sees it, also while it is empty. Else it is known by what is in it only. */
  isDeclared: boolean;
  /** The number of available files directly in it, by effective label. Labels without files are left out. */
  files: Readonly<Record<Label, number>>;
  /** The number of folders directly in it, by their sight. */
  folders: Readonly<Record<Sight, number>>;
}>;

type Contents = Pick<Folder, 'isDeclared' | 'files' | 'folders'>;

export function sightOf({ isDeclared, files, folders }: Contents): Sight {
  const below = Object.keys(folders);
  if (isDeclared || below.includes(OPEN)) return OPEN;
  const labels = [...Object.keys(files), ...below.flatMap((sight) => sight.split('\n'))];
  return [...new Set(labels)].toSorted().join('\n');
}

/** The labels of a sight; undefined if every member sees it. */
export const labelsIn = (sight: Sight): readonly string[] | undefined =>
  sight === OPEN ? undefined : sight.split('\n').filter((label) => label !== '');

const isSeen = (scheme: LabelScheme, clearance: string, sight: Sight): boolean =>
  labelsIn(sight)?.some((label) => dominates(scheme, clearance, label)) ?? true;

export const isFolderSeen = (scheme: LabelScheme, clearance: string, folder: Contents): boolean =>
  isSeen(scheme, clearance, sightOf(folder));

/** The files directly in the folder that a clearance reaches. */
export const filesSeenIn = (scheme: LabelScheme, clearance: string, { files }: Pick<Folder, 'files'>): number =>
  labelsUpTo(scheme, clearance).reduce((sum, label) => sum + (files[label] ?? 0), 0);

/** The folders directly in the folder that a clearance sees. */
export const foldersSeenIn = (scheme: LabelScheme, clearance: string, { folders }: Pick<Folder, 'folders'>): number =>
  Object.entries(folders).reduce((sum, [sight, number]) => sum + (isSeen(scheme, clearance, sight) ? number : 0), 0);

/** The last name of a path. */
export const nameOfFolder = (path: FolderPath): string => path.slice(path.lastIndexOf('/') + 1);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the names of a path
const asPath = (names: string): FolderPath => names as FolderPath;

/** The path of the folder above; that of the top for a folder directly in the room. */
export const parentPath = (path: FolderPath): FolderPath => asPath(path.slice(0, Math.max(path.lastIndexOf('/'), 0)));

/** The path of a folder of that name within another. */
export const pathWithin = (parent: FolderPath, name: string): FolderPath =>
  asPath(parent === TOP_FOLDER ? name : `${parent}/${name}`);

/** The folders on the way to a path, which is the last of them, down to the deepest level that is allowed. */
export const pathsOnWay = (path: FolderPath): readonly FolderPath[] => {
  const names = path.split('/').slice(0, MAX_FOLDER_LEVELS);
  return names.map((_, index) => asPath(names.slice(0, index + 1).join('/')));
};

/** The number of names in a path. */
export const levelsOf = (path: FolderPath): number => (path === TOP_FOLDER ? 0 : path.split('/').length);

/** Whether a path leads to a folder or below it. */
export const isAtOrBelow = (path: string, folder: string): boolean =>
  path === folder || folder === '' || path.startsWith(`${folder}/`);

/** A path within a folder after the folder got another path. */
export const movedPath = (path: FolderPath, from: FolderPath, to: FolderPath): FolderPath =>
  asPath(`${to}${path.slice(from.length)}`);

/** The same folder at its place after a folder above it, or the folder itself, got another path. */
export const moveFolder = (folder: Folder, from: FolderPath, to: FolderPath): Folder => ({
  ...folder,
  path: movedPath(folder.path, from, to),
});

/** Paths whose keys are equal lead to one folder. */
export const pathKey = (path: FolderPath): string => siblingKey(path);

export const MAX_FOLDERS = 20_000;
const MAX_PATH = 1024;

/** Throws LIMIT_REACHED for a path that is deeper or longer than a new one may be. */
export function assertFits(path: FolderPath): void {
  if (levelsOf(path) > MAX_FOLDER_LEVELS)
    throw new DomainError('LIMIT_REACHED', { message: `Folders have at most ${MAX_FOLDER_LEVELS} levels.` });
  if (Array.from(path).length > MAX_PATH)
    throw new DomainError('LIMIT_REACHED', { message: `The path of a folder has at most ${MAX_PATH} characters.` });
}

/** Throws LIMIT_REACHED for another folder in a room with this many. */
export function assertRoomForFolders(present: number, added: number): void {
  if (added > 0 && present + added > MAX_FOLDERS)
    throw new DomainError('LIMIT_REACHED', { message: `A room has at most ${MAX_FOLDERS} folders.` });
}
