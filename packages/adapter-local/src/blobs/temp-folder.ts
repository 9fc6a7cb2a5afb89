import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobKey, Unavailable } from '@strongroom/ports';
import { makeFolder, removeIfThere } from '../disk/durable.ts';
import { lockFile, type ProcessLock } from '../disk/process-lock.ts';
import { freshName, readName, type TempName, tagOf } from './temp-name.ts';

const MINUTE = 60_000;
/** Files without the name of their process are of an older version. Nothing of it is under way for so long. */
const LEFT_BEHIND = 360 * MINUTE;
const TRIES = 8;
const LOCK = '.lock';

/**
 * Where uploads lie until they are whole, and where objects are held while they move. Several processes may share it.
 * Each holds a lock as long as it lives, and its files carry its name: what a dead process left is known at once.
 */
export class TempFolder {
  readonly #files: string;
  readonly #locks: string;
  readonly #process: string;
  readonly #lock: ProcessLock;
  readonly #wallClock: () => number;
  #clearedAt = Number.NEGATIVE_INFINITY;

  private constructor(place: Place, process: string, lock: ProcessLock, wallClock: () => number) {
    this.#files = place.files;
    this.#locks = place.locks;
    this.#process = process;
    this.#lock = lock;
    this.#wallClock = wallClock;
  }

  /**
   * Makes the folder where it is missing and removes what dead processes left. `wallClock` is the clock of the file
   * system, in milliseconds. Rejects with Unavailable where no lock can be had.
   */
  static async open(folder: string, wallClock: () => number = Date.now): Promise<TempFolder> {
    const place = { files: join(folder, 'tmp'), locks: join(folder, 'processes') };
    await makeFolder(place.files);
    await makeFolder(place.locks);
    for (let tries = TRIES; tries > 0; tries--) {
      const process = randomUUID();
      const lock = await lockFile(join(place.locks, process + LOCK)).catch((error: unknown) => {
        throw new Unavailable('blobs', { cause: error });
      });
      if (lock === undefined) continue;
      const opened = new TempFolder(place, process, lock, wallClock);
      await opened.clearLeftBehind();
      return opened;
    }
    throw new Unavailable('blobs', { cause: new Error(`no lock could be had in ${place.locks}`) });
  }

  /** Gives up the lock: from then on others remove what is left of this one. */
  close(): void {
    this.#lock.close();
  }

  /** A name nobody else has, for what belongs to an object. */
  freshPath(key: BlobKey, uploader = ''): string {
    return join(this.#files, freshName({ process: this.#process, key: tagOf(key), uploader }));
  }

  /** What lies here for other processes. */
  async ofOthers(): Promise<readonly TempName[]> {
    const names = (await readdir(this.#files)).map(readName).filter((name) => name !== undefined);
    return names.filter(({ process }) => process !== this.#process);
  }

  /** Removes what dead processes left of an object, and of all others with it. */
  async clearLeftOf(key: BlobKey): Promise<void> {
    const tag = tagOf(key);
    if ((await this.ofOthers()).some((name) => name.key === tag)) await this.clearDead();
    else await this.clearLeftBehind();
  }

  /** Removes what dead processes left, at most once a minute. */
  async clearLeftBehind(): Promise<void> {
    const now = this.#wallClock();
    if (now - this.#clearedAt < MINUTE) return;
    this.#clearedAt = now;
    await this.clearDead();
    for (const name of await readdir(this.#files)) {
      if (readName(name) !== undefined) continue;
      const path = join(this.#files, name);
      const found = await stat(path).catch(() => undefined);
      // A link that was just made has an old mtime and a fresh ctime.
      if (found !== undefined && Math.max(found.mtimeMs, found.ctimeMs) < now - LEFT_BEHIND) await removeIfThere(path);
    }
  }

  /** Removes what dead processes left. */
  async clearDead(): Promise<void> {
    // A process locks before it makes its first file, so each of these files has a lock, or a dead process.
    const files = await readdir(this.#files);
    const locked = (await readdir(this.#locks)).filter((name) => name.endsWith(LOCK));
    const processes = new Set([
      ...files.map((name) => readName(name)?.process),
      ...locked.map((name) => name.slice(0, -LOCK.length)),
    ]);
    for (const process of processes) {
      if (process === undefined || process === this.#process) continue;
      const path = join(this.#locks, process + LOCK);
      // One that cannot be asked about may live.
      const lock = await lockFile(path).catch(() => undefined);
      if (lock === undefined) continue;
      try {
        const left = files.filter((name) => readName(name)?.process === process);
        for (const name of left) await removeIfThere(join(this.#files, name));
        await removeIfThere(path);
      } finally {
        lock.close();
      }
    }
  }
}

type Place = Readonly<{ files: string; locks: string }>;
