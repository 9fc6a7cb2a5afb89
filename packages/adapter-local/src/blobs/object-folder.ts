import { linkSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type BlobKey, GenerationGone, systemErrorCode } from '@strongroom/ports';
import { removeIfThere, removeNow, syncFolder } from '../disk/durable.ts';
import { statObject } from './object-file.ts';
import { objectPath } from './object-path.ts';
import type { TempFolder } from './temp-folder.ts';

/** Maximum number of retries when another process removes an empty folder between its creation and its use. */
const TRIES = 8;
/** Maximum number of folders remembered as durable. */
const MAX_MADE = 10_000;

/** Objects under their names. Every change is one rename, link or unlink, and durable when it resolves. */
export class ObjectFolder {
  readonly #root: string;
  readonly #temp: TempFolder;
  /** Folders whose names are on disk. */
  readonly #made = new Set<string>();

  constructor(root: string, temp: TempFolder) {
    this.#root = root;
    this.#temp = temp;
  }

  pathOf(key: BlobKey): string {
    return join(this.#root, ...objectPath(key));
  }

  /**
   * Moves a received file to its name, replacing the previous object, unless `allow` throws. If this throws, the received
   * file is removed.
   */
  async place(received: string, key: BlobKey, allow: () => void = () => undefined): Promise<void> {
    const path = this.pathOf(key);
    try {
      allow();
      await this.#inFolderOf(path, () => renameSync(received, path));
    } catch (error) {
      await removeIfThere(received).catch(() => false);
      throw error;
    }
  }

  /**
   * Moves one generation to another name, without replacing anything. Throws GenerationGone unless it is at its new name
   * afterwards. After an interruption it can be called again.
   */
  async move(from: BlobKey, generation: string, to: BlobKey): Promise<void> {
    // A private link keeps the examined file, even if another process replaces the name.
    const held = this.#temp.freshPath(from);
    if (isFound(() => linkSync(this.pathOf(from), held))) {
      try {
        if (statObject(held)?.generation === generation) return await this.#finishMove(held, generation, from, to);
      } finally {
        removeNow(held);
      }
    }
    await this.#expectAt(to, generation);
  }

  /** Removes the object; a missing one is not an error. */
  async remove(key: BlobKey): Promise<void> {
    const folder = dirname(this.pathOf(key));
    if (await removeIfThere(this.pathOf(key))) await found(syncFolder(folder));
    await this.removeEmpty(folder);
  }

  /** Removes a folder and those above it, as long as they are empty. Nothing of them comes back after a power cut. */
  async removeEmpty(folder: string): Promise<void> {
    let left = folder;
    while (relative(this.#root, left) !== '' && (await isRemoved(left))) {
      this.#made.delete(left);
      left = dirname(left);
    }
    if (left !== folder) await found(syncFolder(left));
  }

  async #finishMove(held: string, generation: string, from: BlobKey, to: BlobKey): Promise<void> {
    const target = this.pathOf(to);
    try {
      await this.#inFolderOf(target, () => linkSync(held, target));
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
      await this.#expectAt(to, generation);
    }
    await this.#removeHeld(held, from);
  }

  async #expectAt(key: BlobKey, generation: string): Promise<void> {
    const path = this.pathOf(key);
    if (statObject(path)?.generation !== generation) throw new GenerationGone();
    await found(syncFolder(dirname(path))); // the process that linked it may have died before its sync
  }

  /**
   * Removes the object at the name if it is the held file; a newer generation stays. Not synced, and its folder stays for
   * the next upload: a power cut may bring the object back, and what is left of an upload is swept later.
   */
  async #removeHeld(held: string, key: BlobKey): Promise<void> {
    const path = this.pathOf(key);
    const isHeld = (name: string): boolean => isSameFile(name, held);
    if (!isHeld(path)) return;
    const aside = this.#temp.freshPath(key);
    if (!isFound(() => renameSync(path, aside))) return;
    // Only this call uses the name in this process, but another process may have replaced it since the check.
    if (!isHeld(aside)) {
      await this.#inFolderOf(path, () => linkSync(aside, path)).catch((error: unknown) => {
        if (systemErrorCode(error) !== 'EEXIST') throw error;
      });
    }
    removeNow(aside);
  }

  async #inFolderOf(path: string, work: () => void): Promise<void> {
    const folder = dirname(path);
    for (let left = TRIES; ; left--) {
      try {
        await this.#make(folder);
        work();
        break;
      } catch (error) {
        if (systemErrorCode(error) !== 'ENOENT' || left === 0) throw error;
      }
      this.#made.clear(); // another process has removed an empty folder
    }
    await found(syncFolder(folder));
  }

  /** Creates a folder. Its name is durable afterwards, even if another upload or process is just creating it. */
  async #make(folder: string): Promise<void> {
    if (this.#made.has(folder) || folder === this.#root) return;
    const parent = dirname(folder);
    await this.#make(parent);
    makeNow(folder);
    await syncFolder(parent);
    if (this.#made.size >= MAX_MADE) this.#made.clear();
    this.#made.add(folder);
  }
}

/** Whether both names are of one file, which has one generation. Asking costs a fourth of reading the generations. */
function isSameFile(name: string, other: string): boolean {
  const [a, b] = [name, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

function makeNow(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

/** False if the file does not exist. */
function isFound(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** False for a folder that is not empty, or gone. */
const isRemoved = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    () => false,
  );

async function found(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
