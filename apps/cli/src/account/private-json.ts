import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Problem } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { replacePrivateFile, throwUnreadable, throwUnwritable } from '../container/private-file.ts';
import { ELSEWHERE, makePrivateFolder } from './config.ts';

type PrivateFile = Readonly<{ path: string; folder: string }>;

/** Sentences for a file that others may read, and for one that is damaged. */
type Sentences = Readonly<{ exposed: string; damaged: string }>;

/** The JSON of a file that only this user may read; undefined without one. Throws Problem. */
export async function readPrivateJson({ path }: PrivateFile, { exposed, damaged }: Sentences): Promise<unknown> {
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw new Problem(`${path} ${exposed}`);
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (!(error instanceof SyntaxError)) return throwUnreadable(path, error);
    throw new Problem(`${path} ${damaged}`);
  }
}

/** Replaces a file that only this user may read; undefined removes it. Throws Problem. */
export async function writePrivateJson(place: PrivateFile, content: unknown): Promise<void> {
  const { path, folder } = place;
  try {
    if (content === undefined) {
      await rm(path, { force: true });
      return;
    }
    await makePrivateFolder(folder);
    await replacePrivateFile(folder, basename(path), `${JSON.stringify(content, undefined, 2)}\n`);
  } catch (error) {
    await throwUnwritable(path, error, ELSEWHERE);
  }
}

const PAUSE_MS = 25;
const STALE_MS = 60_000;

/** Does `work` while no other command of this user does the same. A lock of a command that was killed ends after a minute. */
export async function withUserLock<T>({ path, folder }: PrivateFile, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  await makePrivateFolder(folder);
  while (!(await isMine(lock))) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function isMine(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw new Problem(`${lock} cannot be made.`, { cause: error });
    const since = await stat(lock).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    // A lock in the future was made before the clock was set back.
    if (Math.abs(Date.now() - since) > STALE_MS) await rm(lock, { recursive: true, force: true });
    return false;
  }
}
