import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobKey, Unavailable } from '@strongroom/ports';
import { makeFolder, removeIfThere } from '../disk/durable.ts';
import { lockFile, type ProcessLock } from '../disk/process-lock.ts';
import { freshName, readName, type TempName, tagOf } from './temp-name.ts';

const MINUTE = 60_000;
/** Milliseconds after which a file without the name of a process, from an older version, is abandoned. */
const LEFT_BEHIND = 360 * MINUTE;
const TRIES = 8;
const LOCK = '.lock';

/**
 * Temporary files of incomplete uploads and of objects that are being moved. Several processes may share the folder. Each
 * process holds a lock while it lives and its files carry its name, so files of dead processes are recognised at once.
 */
export class TempFolder {
  readonly #files: string;
  readonly #locks: string;
  readonly #process: string;
  readonly #lock: ProcessLock;
  readonly #wallClock: () => number;
  #clearedAt = Number.NEGATIVE_INFINITY;

  private constructor(place: TempFolders, process: string, lock: ProcessLock, wallClock: () => number) {
    this.#files = place.files;
    this.#locks = place.locks;
    this.#process = process;
    this.#lock = lock;
    this.#wallClock = wallClock;
  }

  /**
   * Creates the folder if it is missing and removes files of dead processes. `wallClock` is the clock of the file system, in
   * milliseconds. Rejects with Unavailable without a lock.
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
    throw new Unavailable('blobs', { cause: new Error(`cannot obtain a lock in ${place.locks}`) });
  }

  /** Releases the lock; from then on other processes remove the files of this one. */
  close(): void {
    this.#lock.close();
  }

  /** A unique name for a temporary file of an object. */
  freshPath(key: BlobKey, uploader = ''): string {
    return join(this.#files, freshName({ process: this.#process, key: tagOf(key), uploader }));
  }

  /** Files of other processes. */
  ofOthers(): readonly TempName[] {
    const names = readdirSync(this.#files)
      .map(readName)
      .filter((name) => name !== undefined);
    return names.filter(({ process }) => process !== this.#process);
  }

  /** Removes files of dead processes, of this object and all others. */
  async clearLeftOf(key: BlobKey): Promise<void> {
    const tag = tagOf(key);
    if (this.ofOthers().some((name) => name.key === tag)) await this.clearDead();
    else await this.clearLeftBehind();
  }

  /** Removes files of dead processes, at most once a minute. */
  async clearLeftBehind(): Promise<void> {
    const now = this.#wallClock();
    if (now - this.#clearedAt < MINUTE) return;
    this.#clearedAt = now;
    await this.clearDead();
    for (const name of await readdir(this.#files)) {
      if (readName(name) !== undefined) continue;
      const path = join(this.#files, name);
      const found = await stat(path).catch(() => undefined);
      // A new link has an old mtime and a new ctime.
      if (found !== undefined && Math.max(found.mtimeMs, found.ctimeMs) < now - LEFT_BEHIND) await removeIfThere(path);
    }
  }

  /** Removes files of dead processes. */
  async clearDead(): Promise<void> {
    // A process locks before it creates its first file, so a file without a lock belongs to a dead process.
    const files = await readdir(this.#files);
    const locked = (await readdir(this.#locks)).filter((name) => name.endsWith(LOCK));
    const processes = new Set([
      ...files.map((name) => readName(name)?.process),
      ...locked.map((name) => name.slice(0, -LOCK.length)),
    ]);
    for (const process of processes) {
      if (process === undefined || process === this.#process) continue;
      const path = join(this.#locks, process + LOCK);
      // A process whose lock cannot be tested may be alive.
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

type TempFolders = Readonly<{ files: string; locks: string }>;
