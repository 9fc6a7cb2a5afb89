import { setTimeout as pause } from 'node:timers/promises';
import { Unavailable } from '@strongroom/ports';
import { lockFile } from '../disk/process-lock.ts';

/** Milliseconds between two tries to get a lock that another caller holds. */
const PAUSE = 10;
/** Tries before a lock counts as stuck: some ten seconds, where a holder needs milliseconds. */
const TRIES = 1000;

/**
 * Runs work while no other call does so with the same lock file, in this or another process. A killed process holds no lock.
 * The file stays: it may be removed only while nothing uses it. Rejects with Unavailable when another caller holds the lock
 * for ten seconds, and with errors of the file system.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (let tries = TRIES; tries > 0; tries--) {
    const lock = await lockFile(path);
    if (lock === undefined) {
      await pause(PAUSE);
      continue;
    }
    try {
      return await work();
    } finally {
      lock.close();
    }
  }
  throw new Unavailable('audit', { cause: new Error(`another process holds the lock ${path}`) });
}
