import { mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { isOver, systemErrorCode } from '@strongroom/ports';
import { CORRUPT, ERROR, NOTADB, resultCode } from '../sqlite/result-codes.ts';

/** SQLite can read the file, but this program did not write what is in it. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** The file is at fault, not the disk it is on. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof DamagedFile || [ERROR, CORRUPT, NOTADB].includes(resultCode(error));

/** Milliseconds. A repair takes a few; an older lock, or one of the future, was left by a process that died. */
const ABANDONED_MS = 10_000;

/**
 * Deletes a damaged database together with its log and index. One process does so at a time, and only if `open` fails for
 * it too; while another process repairs, this does nothing and the caller tries again.
 */
export async function discardUnless(file: string, open: () => void): Promise<void> {
  const lock = `${file}.repair`;
  if (!(await locked(lock))) return;
  try {
    open();
  } catch (error) {
    if (!isDamaged(error)) return;
    // The file last: as long as it is there, no other process makes a new one, whose log and index would be deleted.
    for (const part of [`${file}-wal`, `${file}-shm`, file]) await rm(part, { force: true });
  } finally {
    await rmdir(lock);
  }
}

async function locked(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  const found = await stat(lock).catch(() => undefined);
  if (found !== undefined && isOver(found.mtimeMs + ABANDONED_MS, ABANDONED_MS, Date.now()))
    await rmdir(lock).catch(() => undefined);
  return false;
}
