import { link, rename, rmdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type BlobKey, GenerationGone } from '@strongroom/ports';
import { makeFolder, removeIfThere, syncFolder } from '../disk/durable.ts';
import { errorCode } from '../disk/error-code.ts';
import { statObject } from './object-file.ts';
import { objectPath } from './object-path.ts';
import type { TempFolder } from './temp-folder.ts';

/** Maximum number of retries when another process removes an empty folder between its creation and its use. */
const TRIES = 8;

/** Objects under their names. Every change is one rename, link or unlink, and durable when it resolves. */
export class ObjectFolder {
  readonly #root: string;
  readonly #temp: TempFolder;

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
  async place(received: string, key: BlobKey, allow: () => void): Promise<void> {
    const path = this.pathOf(key);
    try {
      allow();
      await this.#inFolderOf(path, () => rename(received, path));
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
    if (await found(link(this.pathOf(from), held))) {
      try {
        if ((await statObject(held))?.generation === generation)
          return await this.#finishMove(held, generation, from, to);
      } finally {
        await removeIfThere(held);
      }
    }
    await this.#expectAt(to, generation);
  }

  /** Removes the object; a missing one is not an error. */
  async remove(key: BlobKey): Promise<void> {
    await removeIfThere(this.pathOf(key));
    await this.#tidy(this.pathOf(key));
  }

  async #finishMove(held: string, generation: string, from: BlobKey, to: BlobKey): Promise<void> {
    const target = this.pathOf(to);
    await this.#inFolderOf(target, () => link(held, target)).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    await this.#expectAt(to, generation);
    await this.#removeGeneration(from, generation);
  }

  async #expectAt(key: BlobKey, generation: string): Promise<void> {
    const path = this.pathOf(key);
    if ((await statObject(path))?.generation !== generation) throw new GenerationGone();
    await found(syncFolder(dirname(path))); // the process that linked it may have died before its sync
  }

  /** Removes the object at the name if it has that generation; a newer generation stays. */
  async #removeGeneration(key: BlobKey, generation: string): Promise<void> {
    const path = this.pathOf(key);
    if ((await statObject(path))?.generation !== generation) return;
    const aside = this.#temp.freshPath(key);
    if (!(await found(rename(path, aside)))) return;
    // Only this call uses the name in this process, but another process may have replaced it since the check.
    if ((await statObject(aside))?.generation !== generation) {
      await this.#inFolderOf(path, () => link(aside, path)).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
    }
    await removeIfThere(aside);
    await this.#tidy(path);
  }

  async #inFolderOf(path: string, work: () => Promise<void>): Promise<void> {
    for (let left = TRIES; ; left--) {
      try {
        await work();
        break;
      } catch (error) {
        if (errorCode(error) !== 'ENOENT' || left === 0) throw error;
      }
      await makeFolder(dirname(path));
    }
    await found(syncFolder(dirname(path)));
  }

  /** Syncs a removal and removes empty folders. */
  async #tidy(path: string): Promise<void> {
    let folder = dirname(path);
    await found(syncFolder(folder));
    for (; relative(this.#root, folder) !== ''; folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch {
        return; // not empty, or gone: somebody else's business
      }
    }
  }
}

async function found(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
