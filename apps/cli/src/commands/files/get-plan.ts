import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathInFolder, portableName, type Room, type File as RoomFile } from '@strongroom/client';
import { EXIT, Problem, UsageProblem } from '@strongroom/command-line';
import type { Session } from '../../account/session.ts';
import { fileNamed, filesNamed, foldersBelow, isPattern, type MatchedFiles } from '../../naming/files.ts';
import { atVersion } from '../../naming/versions.ts';
import {
  type DownloadPlan,
  destinationsWith,
  type FileInFolder,
  pathBelow,
  placedBelow,
} from '../../transfer/destinations.ts';

/** A path that was typed, with the files that it stands for, and the folders below it that have none. */
type SelectionOfPath = Readonly<{ path: string | undefined; selection: MatchedFiles; emptyFolders: readonly string[] }>;

/** Without a path, the whole room. */
export async function chosenBy(
  session: Session,
  { id }: Room,
  { paths, number }: RequestedPaths,
): Promise<readonly SelectionOfPath[]> {
  if (number !== undefined) {
    const file = await versionNamed(session, id, { paths, number });
    return [{ path: paths[0], selection: { files: [file], below: '', isFolder: false }, emptyFolders: [] }];
  }
  const chosen: SelectionOfPath[] = [];
  for (const path of paths.length === 0 ? [undefined] : paths) {
    const selection = await withEmptyOne(session, id, path);
    const isTree = selection.isFolder && !isPattern(path ?? '');
    chosen.push({ path, selection, emptyFolders: isTree ? await emptyFoldersIn(session, id, selection) : [] });
  }
  return chosen;
}

/** `number`: the version of a single file. */
export type RequestedPaths = Readonly<{ paths: readonly string[]; number: number | undefined }>;

export async function versionNamed(
  session: Session,
  roomId: string,
  { paths: [path, ...more], number }: RequestedPaths & Readonly<{ number: number }>,
): Promise<RoomFile> {
  if (path === undefined || more.length > 0) throw new UsageProblem('--version is of one file: name it.');
  return atVersion(session, await fileNamed(session, roomId, path), number);
}

type To = Readonly<{ to: string | undefined; keepDots: boolean }>;

/** The name of a chosen folder; the room gives its own to the folder of everything. */
const nameOf = ({ below }: MatchedFiles, room: string): string => below.split('/').at(-1) || portableName(room);

/** The folder that everything goes into. */
export function folderOf([first, ...more]: readonly SelectionOfPath[], room: string, to: string | undefined): string {
  if (to !== undefined || first === undefined || more.length > 0 || !first.selection.isFolder) return to ?? '.';
  return pathInFolder('.', { name: nameOf(first.selection, room) });
}

export async function destinedTo(
  chosen: readonly SelectionOfPath[],
  room: string,
  { to, keepDots }: To,
): Promise<DownloadPlan> {
  const [first, ...more] = chosen;
  if (first !== undefined && more.length === 0) {
    const { files, below, isFolder } = first.selection;
    if (isFolder) {
      const empty = first.emptyFolders.map((path) => pathBelow(path, below));
      return destinationsWith(placedBelow(files, below), empty, { folder: folderOf(chosen, room, to), keepDots });
    }
    const [file] = files;
    if (file !== undefined && to !== undefined && !to.endsWith('/') && !(await isFolderHere(to)))
      return { files: [{ file, path: to }], folders: [] };
  }
  const placed = new Map<string, FileInFolder>();
  const folders: string[] = [];
  for (const { path, selection, emptyFolders } of chosen) {
    const { files, below, isFolder } = selection;
    // As with `cp -r`, a folder keeps its name, and matches of a pattern go directly into the destination.
    const above = !isFolder || isPattern(path ?? '') ? '' : nameOf(selection, room);
    for (const one of isFolder ? placedBelow(files, below) : files.map((file) => ({ file, folder: '' })))
      if (!placed.has(one.file.id)) placed.set(one.file.id, { ...one, folder: joined(above, one.folder) });
    for (const folder of emptyFolders) folders.push(joined(above, pathBelow(folder, below)));
  }
  return destinationsWith([...placed.values()], folders, { folder: to === undefined ? '.' : join(to), keepDots });
}

const joined = (above: string, inner: string): string => [above, inner].filter((part) => part !== '').join('/');

const isFolderHere = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

/** Like `filesNamed`, and a folder without a file is found by its path. Throws Problem. */
async function withEmptyOne(session: Session, roomId: string, text: string | undefined): Promise<MatchedFiles> {
  try {
    return await filesNamed(session, roomId, text);
  } catch (error) {
    if (!(error instanceof Problem) || error.exitCode !== EXIT.notFound || text === undefined) throw error;
    const [folder] = await foldersBelow(session, roomId, text);
    if (folder === undefined) throw error;
    return { files: [], below: folder.path, isFolder: true };
  }
}

/** The folders at and below a selected one that have neither a file nor a folder. */
async function emptyFoldersIn(
  session: Session,
  roomId: string,
  { files, below }: MatchedFiles,
): Promise<readonly string[]> {
  const paths = (await foldersBelow(session, roomId, below)).map(({ path }) => path).filter((path) => path !== '');
  const used = new Set<string>(files.map(({ folder }) => folder));
  for (const path of [...used, ...paths])
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) used.add(path.slice(0, end));
  return paths.filter((path) => !used.has(path));
}
