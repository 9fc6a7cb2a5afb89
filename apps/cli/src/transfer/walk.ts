import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isDesktopFile, isUnfinished, roomPlaces } from '@strongroom/client';
import { Problem, UsageProblem } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';

/** A local file and its path in a room. */
export type PlannedFile = Readonly<{
  path: string;
  folder: string;
  name: string;
  size: number;
  changed: string;
  /** The room cannot hold the name that the file has here, or has given it to another file. */
  isRenamed?: boolean;
}>;
/** A path that is not sent, with the reason. */
export type SkippedPath = Readonly<{ path: string; because: string }>;
export type UploadPlan = Readonly<{
  files: readonly PlannedFile[];
  /** Paths in the room of folders in which there is nothing. */
  emptyFolders: readonly string[];
  /** Skipped by rule: neither a regular file nor a folder. */
  skipped: readonly SkippedPath[];
  /** Could not be read. An unknown number of files is missing, so this is a failure. */
  unread: readonly SkippedPath[];
}>;
type WalkResult = Readonly<{
  files: PlannedFile[];
  emptyFolders: string[];
  skipped: SkippedPath[];
  unread: SkippedPath[];
  isAll: boolean;
}>;

/**
 * The given files, and all files in the given folders, with their structure. A folder keeps its name, as with `cp -r`,
 * unless the path ends with `.`. Symbolic links in folders are not followed; files of desktops are left out unless `isAll`,
 * and so are unfinished downloads. Throws Problem.
 */
export async function planOf(named: readonly string[], below: string, { isAll = false } = {}): Promise<UploadPlan> {
  const found: WalkResult = { files: [], emptyFolders: [], skipped: [], unread: [], isAll };
  for (const word of named) {
    const path = resolve(word);
    const stats = await statsOf(path, word);
    if (stats.isFile()) found.files.push(planned(path, '', stats));
    else if (stats.isDirectory()) await walk(path, isNameless(word) ? '' : basename(path), found);
    else throw new Problem(`${word} is neither a file nor a folder.`);
  }
  const { files, skipped, unread } = found;
  refuseSameTarget(files);
  return { ...placedInRoom(found, below), skipped, unread };
}

const isNameless = (word: string): boolean => /(^|\/)\.\.?\/*$/u.test(word) || resolve(word) === '/';
const under = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

async function statsOf(path: string, word: string) {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    const code = systemErrorCode(error);
    throw new Problem(code === 'ENOENT' ? `there is no ${word}.` : `${word} cannot be read (${reasonOf(error)}).`, {
      cause: error,
    });
  }
}

const planned = (path: string, folder: string, stats: Readonly<{ size: bigint; mtimeNs: bigint }>): PlannedFile => ({
  path,
  folder,
  name: basename(path),
  size: Number(stats.size),
  changed: String(stats.mtimeNs),
});

async function walk(path: string, folder: string, found: WalkResult): Promise<void> {
  const entries = await entriesOf(path, found.unread);
  if (entries?.length === 0 && folder !== '') found.emptyFolders.push(folder);
  for (const entry of entries ?? []) {
    const inside = join(path, entry.name);
    const because = reasonAgainst(entry, found.isAll);
    if (because !== undefined) found.skipped.push({ path: inside, because });
    else if (entry.isDirectory()) await walk(inside, under(folder, entry.name), found);
    else {
      try {
        found.files.push(planned(inside, folder, await stat(inside, { bigint: true })));
      } catch (error) {
        found.unread.push({ path: inside, because: `it cannot be read (${reasonOf(error)})` });
      }
    }
  }
}

const reasonOf = (error: unknown): string => systemErrorCode(error) ?? String(error);

/** Undefined where the folder cannot be read. */
async function entriesOf(path: string, unread: SkippedPath[]): Promise<readonly Dirent[] | undefined> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    unread.push({ path, because: `the folder cannot be read (${reasonOf(error)})` });
    return undefined;
  }
}

function reasonAgainst(entry: Dirent, isAll: boolean): string | undefined {
  if (entry.name.includes('\ufffd')) return 'its name is not UTF-8';
  if (isUnfinished(entry.name)) return 'it is an unfinished download';
  if (!isAll && isDesktopFile(entry.name)) return 'a desktop wrote it for itself; --all sends it';
  if (entry.isSymbolicLink()) return 'it is a symbolic link';
  return entry.isFile() || entry.isDirectory() ? undefined : 'it is neither a file nor a folder';
}

/** The files and empty folders with the names that the room gives them. */
function placedInRoom(
  { files, emptyFolders }: Pick<WalkResult, 'files' | 'emptyFolders'>,
  below: string,
): Pick<UploadPlan, 'files' | 'emptyFolders'> {
  // A name within gives an empty folder the place that a folder with a file has.
  const within = emptyFolders.map((folder) => [...folder.split('/'), 'x']);
  const places = roomPlaces(
    [...files.map(({ folder, name }) => under(folder, name).split('/')), ...within],
    below.normalize('NFC'),
  );
  const placed = files.map((file, index) => {
    const { folder, name, isRenamed } = places[index] ?? { ...file, isRenamed: false };
    return { ...file, folder, name, ...(isRenamed && { isRenamed }) };
  });
  return { files: placed, emptyFolders: places.slice(files.length).map(({ folder }) => folder) };
}

function refuseSameTarget(files: readonly PlannedFile[]): void {
  const seen = new Map<string, string>();
  for (const { path, folder, name } of files) {
    const target = under(folder, name);
    const other = seen.get(target);
    if (other !== undefined)
      throw new UsageProblem(
        `${other} and ${path} would both be ${target} in the room: put them one by one, with --to.`,
      );
    seen.set(target, path);
  }
}
