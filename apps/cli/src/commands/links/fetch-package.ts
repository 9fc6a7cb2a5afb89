import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type OpenedPackage,
  openPackage,
  type PackageEntry,
  pathInFolder,
  portablePaths,
  refuseUnopenable,
  removeDeadParts,
  type SaveOptions,
  type SharedPackage,
  StrongroomError,
  savePackageFile,
  type WholeFile,
} from '@strongroom/client';
import { cleanLine, formatBytes, formatCount, Problem, printDone } from '@strongroom/command-line';
import { contentOf, hashAt } from '../../transfer/known-contents.ts';
import { LoggedDownloads } from '../../transfer/logged-downloads.ts';
import { LoggedPackages } from '../../transfer/logged-packages.ts';
import { meterOn, type TransferMeter } from '../../transfer/meter.ts';
import type { FetchRun } from './fetching.ts';

/** After these the download cannot be finished. */
const ENDED = new Set(['SHARE_NOT_FOUND', 'SHARE_REVOKED', 'SHARE_EXPIRED', 'SHARE_EXHAUSTED', 'INVALID_CURSOR']);
/** These concern one file: the others are saved. */
const OF_ONE = new Set([
  'FILE_NOT_SHARED',
  'REDEMPTION_ENDED',
  'CONTENT_NOT_AUTHENTIC',
  'SIZE_DIFFERS',
  'KEY_NOT_UNWRAPPED',
]);
const PREFIX_LENGTH = 8;

/** Each link has a folder of its own by default: two packages may hold the same names. */
const folderFor = ({ to, link }: FetchRun): string => resolve(to ?? `files-${hashOf(link).slice(0, PREFIX_LENGTH)}`);
const hashOf = (link: string): string => createHash('sha256').update(link).digest('hex');

/** True for an unfinished download of this link to this folder. */
export const packageBegun = (fetching: FetchRun): boolean =>
  fetching.log !== undefined &&
  new LoggedPackages(fetching.log).begun(fetching.link, folderFor(fetching)) !== undefined;

/** Downloads the files of a package into a folder. Files that an earlier run finished stay as they are. */
export async function fetchPackage(fetching: FetchRun, shared: SharedPackage | undefined): Promise<void> {
  const { terminal, link, to, overwrite, how, onWait, log } = fetching;
  if (to === '-') throw new Problem('this link leads to several files: name a folder with --to.');
  const signal = terminal.interruption();
  const folder = folderFor(fetching);
  const kept = log && new LoggedPackages(log);
  try {
    const isBegun = packageBegun(fetching);
    if (!isBegun && shared !== undefined) refuseUnopenable(shared);
    // A destination that is taken must not use up a download.
    if (!isBegun && !overwrite) await refuseTaken(folder, shared?.files ?? []);
    await mkdir(folder, { recursive: true });
    const { idempotencyKey, begun } = kept?.begin(link, folder) ?? { idempotencyKey: randomUUID(), begun: undefined };
    const opened = await openPackage(link, { idempotencyKey, begun, signal, onWait });
    kept?.counted(link, folder, opened);
    const { entries } = opened;
    const total = entries.reduce((sum, { size }) => sum + size, 0);
    const meter = await meterOn(terminal, 'fetch', entries.length, total);
    let saved: readonly string[];
    try {
      const finished = log && new LoggedDownloads(log, `package ${hashOf(link)}`);
      saved = await saveAll(opened, { folder, overwrite, isBegun, signal, meter, finished });
    } finally {
      meter.stop();
      opened.close();
    }
    const missing = entries.length - saved.length;
    if (missing > 0) throw new Problem(`${formatCount(missing, 'file')} of ${entries.length} could not be saved.`);
    kept?.end(link, folder);
    const sentence = `${formatCount(saved.length, 'file')} in ${folder} (${formatBytes(total)}).`;
    printDone(how, { kind: 'package', path: folder, files: saved }, { word: cleanLine(folder), sentence });
  } catch (error) {
    if (error instanceof StrongroomError && ENDED.has(error.code)) kept?.end(link, folder);
    throw error;
  }
}

type Placed = Readonly<{ name: string; folder?: string }>;

/** An unfinished download of an earlier version knows no folders: it is finished without them. */
const pathsIn = (folder: string, files: readonly Placed[]): readonly string[] =>
  portablePaths(files.map(({ name, folder: inside = '' }) => ({ name, folder: inside }))).map((path) => {
    const cut = path.lastIndexOf('/');
    return pathInFolder(folder, { name: path.slice(cut + 1), folder: path.slice(0, Math.max(cut, 0)) });
  });

async function refuseTaken(folder: string, files: SharedPackage['files']): Promise<void> {
  for (const path of [folder, ...pathsIn(folder, files)]) {
    const found = await kindAt(path);
    if (path === folder ? found === 'other' : found !== undefined)
      throw new Problem(
        `there is something at ${cleanLine(path)} already; ${path === folder ? 'name a folder with --to' : '--overwrite replaces it'}.`,
      );
  }
}

const kindAt = (path: string): Promise<'folder' | 'other' | undefined> =>
  stat(path).then(
    (stats) => (stats.isDirectory() ? 'folder' : 'other'),
    () => undefined,
  );

type Saving = Readonly<{
  folder: string;
  overwrite: boolean;
  isBegun: boolean;
  signal: AbortSignal;
  meter: TransferMeter;
  /** Files that this download saved. */
  finished: LoggedDownloads | undefined;
}>;

/** The paths of the files that are saved. */
async function saveAll(opened: OpenedPackage, saving: Saving): Promise<readonly string[]> {
  const { folder, isBegun, overwrite, meter, finished } = saving;
  const paths = pathsIn(folder, opened.entries);
  for (const inside of new Set(paths.map((path) => dirname(path)))) await removeDeadParts(inside);
  const saved: string[] = [];
  for (const [index, entry] of opened.entries.entries()) {
    const path = paths[index] ?? pathInFolder(folder, entry);
    const file = `${opened.redemption} ${entry.index}`;
    // An unfinished file has another name.
    const isCandidate = isBegun && !overwrite && (await sizeAt(path)) === entry.size;
    const isFinished = isCandidate && (await finished?.isThere({ file, path })) === true;
    const onWhole = async (whole: WholeFile) => finished?.whole({ file, path }, whole);
    const isSame = isCandidate && !isFinished && (await saveSame(opened, entry, path, saving));
    if (isSame) finished?.note({ file, path });
    const isSaved =
      isFinished || isSame || (!isCandidate && (await saveOne(opened, entry, path, { ...saving, onWhole })));
    meter.ended(path, entry.size);
    if (isSaved) saved.push(path);
  }
  return saved;
}

async function saveOne(
  opened: OpenedPackage,
  entry: PackageEntry,
  path: string,
  saving: Saving & Pick<SaveOptions, 'onWhole'>,
): Promise<boolean> {
  const { overwrite, signal, meter, onWhole } = saving;
  try {
    await savePackageFile(opened, entry, path, {
      signal,
      overwrite,
      onProgress: meter.of(path),
      onWhole,
    });
    return true;
  } catch (error) {
    if (!(error instanceof StrongroomError) || !OF_ONE.has(error.code)) throw error;
    meter.say(cleanLine(`${path}: ${error.message}`));
    return false;
  }
}

/** Compares a file that no run noted with the one of the package: the log may be another one, or another program wrote it. */
async function saveSame(opened: OpenedPackage, entry: PackageEntry, path: string, saving: Saving): Promise<boolean> {
  const received = join(saving.folder, `.fetched-${randomUUID()}`);
  try {
    if (!(await saveOne(opened, entry, received, saving))) return false;
    const [there, own] = await Promise.all([path, received].map(async (one) => hashAt(one, await contentOf(one))));
    if (there !== undefined && there === own) return true;
    saving.meter.say(cleanLine(`${path}: there is another file of this size; --overwrite replaces it.`));
    return false;
  } finally {
    await rm(received, { force: true });
  }
}

const sizeAt = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (stats) => (stats.isFile() ? stats.size : undefined),
    () => undefined,
  );
