import { mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { errorCode } from '../disk/error-code.ts';
import { isDamaged } from './sqlite-errors.ts';

/** A repair takes milliseconds; a lock as old as this was left by a process that died. */
const ABANDONED = 10_000;

/**
 * Throws a damaged database away, with its log and index: never the file alone. One process does it at a time, and only
 * after `open` has failed for it too; where another is at it, nothing is done and the caller tries again.
 */
export async function discardUnless(file: string, open: () => void): Promise<void> {
  const lock = `${file}.repair`;
  if (!(await locked(lock))) return;
  try {
    open();
  } catch (error) {
    if (!isDamaged(error)) return;
    for (const part of [file, `${file}-wal`, `${file}-shm`]) await rm(part, { force: true });
  } finally {
    await rmdir(lock);
  }
}

async function locked(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const found = await stat(lock).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED) await rmdir(lock).catch(() => undefined);
  return false;
}
