import { DomainError } from '../values/errors.ts';
import { siblingKey } from '../values/folding.ts';
import type { FolderId, RoomId, UserId, ZoneId } from '../values/ids.ts';
import { dominates, type Label, type LabelScheme } from '../values/labels.ts';
import { type FolderPath, TOP_FOLDER } from '../values/text.ts';
import type { Instant } from '../values/time.ts';
import type { IndexNumber, NumberRow } from './index-number.ts';
import { isInReach, labelOfMark, type Mark, markOf, marksIn, type Reach, zoneOfMark } from './reach.ts';

/**
 * Tells who sees a folder: the marks of the files in and below it, sorted, one a line, with `OPEN` in place of a label where every
 * member who sees the restricted folder around it does. Empty for a folder that holds nothing.
 */
export type FolderSight = string;

/** Every member of the room sees the folder, where no restricted folder is around it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in place of a label, and equal to none
const OPEN = '*' as Label;

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
  /** The nearest restricted folder on the way to it, which may be itself. Absent for none. */
  zone?: ZoneId;
  /** Its place among the folders beside it, where a user ordered or renamed it. Absent: that of its name. */
  order?: string;
  /** Its index number among the folders and files beside it. Absent: none was given. */
  indexNumber?: IndexNumber;
  /** The index numbers of the folders and files directly in it. Absent: none were given. */
  indexRow?: NumberRow;
  /** The number of available files directly in it, by mark. Marks without files are left out. */
  files: Readonly<Record<Mark, number>>;
  /** The number of folders directly in it, by their sight. */
  folders: Readonly<Record<FolderSight, number>>;
}>;

type Contents = Pick<Folder, 'isDeclared' | 'zone' | 'files' | 'folders'>;

export function sightOf({ isDeclared, zone, files, folders }: Contents): FolderSight {
  const marks = new Set([
    ...(isDeclared ? [markOf(OPEN, zone)] : []),
    ...Object.keys(files),
    ...Object.keys(folders).flatMap(marksOfSight),
  ]);
  return marks.has(OPEN) ? OPEN : [...marks].toSorted().join('\n');
}

export const marksOfSight = (sight: FolderSight): readonly Mark[] => sight.split('\n').filter((mark) => mark !== '');

/** As far as a caller sees folders: those that are open, and those that files make known. */
const withOpen = ({ labels, zones }: Reach): Reach => ({ labels: [OPEN, ...labels], zones });

const isSeen = (reach: Reach, sight: FolderSight): boolean =>
  marksOfSight(sight).some((mark) => isInReach(reach, mark));

export const isFolderSeen = (reach: Reach, folder: Contents): boolean => isSeen(withOpen(reach), sightOf(folder));

/** Whether all callers who see something with this mark see the folder. */
const isShownBy = (scheme: LabelScheme, folder: Contents, mark: Mark): boolean =>
  marksOfSight(sightOf(folder)).some((known) => {
    const [label, zone] = [labelOfMark(known), zoneOfMark(known)];
    return (
      (label === OPEN || dominates(scheme, labelOfMark(mark), label)) &&
      (zone === undefined || zone === zoneOfMark(mark))
    );
  });

/** Whether some users see a folder after a change who did not see it before. A change of the restricted folder around it does not count. */
export function isNewToSome(scheme: LabelScheme, before: Contents, after: Contents): boolean {
  if (before.isDeclared || before.zone !== after.zone) return false;
  const known = marksOfSight(sightOf(before));
  if (known.includes(OPEN) || known.includes(markOf(OPEN, before.zone))) return false;
  return marksOfSight(sightOf(after)).some((mark) => !isShownBy(scheme, before, mark));
}

/** The marks to list folders by. */
export const folderMarksIn = (reach: Reach): readonly Mark[] => marksIn(withOpen(reach));

/** The files directly in the folder that are in reach. */
export const filesSeenIn = (reach: Reach, { files }: Pick<Folder, 'files'>): number =>
  Object.entries(files).reduce((sum, [mark, number]) => sum + (isInReach(reach, mark) ? number : 0), 0);

/** The folders directly in the folder that are in reach. */
export const foldersSeenIn = (reach: Reach, { folders }: Pick<Folder, 'folders'>): number =>
  Object.entries(folders).reduce((sum, [sight, number]) => sum + (isSeen(withOpen(reach), sight) ? number : 0), 0);

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

/** The path of a folder as seen from one above it, or from itself. */
export const pathBelow = (above: FolderPath, path: FolderPath): FolderPath =>
  asPath(above === TOP_FOLDER ? path : path.slice(above.length + 1));

/** The deepest folder that holds all of some folders; the top where they have none in common. */
export function deepestAbove(paths: readonly FolderPath[]): FolderPath {
  const [first = TOP_FOLDER, ...others] = paths;
  const names = first.split('/');
  const end = names.findIndex((name, level) => others.some((path) => path.split('/')[level] !== name));
  return asPath((end < 0 ? names : names.slice(0, end)).join('/'));
}

/** The number of names in a path. */
export const levelsOf = (path: FolderPath): number => (path === TOP_FOLDER ? 0 : path.split('/').length);

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
