import { randomBytes } from 'node:crypto';
import { access, constants, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '@strongroom/domain';
import { createOnce, removeIfThere, syncFolder } from '../disk/durable.ts';
import { errorCode } from '../disk/error-code.ts';
import { instant } from '../runtime/instant.ts';
import type { Shelf, Shelved } from './shelf.ts';

const LENGTH = 32;

/**
 * Keys as files that only their owner may read. `<uuid>.kek` is a living key, `<uuid>.dying` one whose destruction has
 * begun, `<uuid>.destroyed` holds the time at which it was done. Destroying goes through these three in order, so that
 * one that was broken off is finished by the next call and no state between them looks like "never seen".
 */
export class FolderShelf implements Shelf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(uuid: string, kek: Uint8Array): Promise<void> {
    if (!(await createOnce(this.#folder, `${uuid}.kek`, kek))) throw new Error('a fresh key has the name of another');
  }

  async lend<T>(uuid: string, use: (kek: Uint8Array) => T): Promise<Shelved<T>> {
    const path = this.#path(uuid, 'kek');
    const kek = await orMissing(readFile(path));
    // Read first, then look again: a key is overwritten only after it was renamed, so what still has its name was whole.
    if (kek === undefined || (await orMissing(stat(path))) === undefined)
      return { state: await this.#whereabouts(uuid) };
    try {
      if (kek.length !== LENGTH) throw new Error('a key file does not hold a key');
      return { state: 'there', value: use(kek) };
    } finally {
      kek.fill(0);
    }
  }

  async destroy(uuid: string, now: () => Instant): Promise<Instant | undefined> {
    const dying = this.#path(uuid, 'dying');
    await orMissing(rename(this.#path(uuid, 'kek'), dying));
    await syncFolder(this.#folder);
    if ((await this.#whereabouts(uuid)) === 'unknown') return undefined;
    if ((await orMissing(stat(dying))) !== undefined) {
      await overwrite(dying);
      await createOnce(this.#folder, `${uuid}.destroyed`, noteOf(now()));
      await removeIfThere(dying);
    }
    await syncFolder(this.#folder);
    return instant(Date.parse((await readFile(this.#path(uuid, 'destroyed'), 'utf8')).trim()));
  }

  /** Notes a key that is not here as destroyed now. False, and nothing is noted, where it is here or was noted before. */
  async noteLost(uuid: string, now: () => Instant): Promise<boolean> {
    if ((await this.state(uuid)) !== 'unknown') return false;
    return createOnce(this.#folder, `${uuid}.destroyed`, noteOf(now()));
  }

  /** What is here of a key, without looking into it. */
  async state(uuid: string): Promise<Shelved<unknown>['state']> {
    return (await orMissing(stat(this.#path(uuid, 'kek')))) === undefined ? this.#whereabouts(uuid) : 'there';
  }

  async check(): Promise<void> {
    await access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  async #whereabouts(uuid: string): Promise<'destroyed' | 'unknown'> {
    await stat(this.#folder); // a folder that is not mounted must not look like destroyed keys
    for (const ending of ['dying', 'destroyed'] as const) {
      if ((await orMissing(stat(this.#path(uuid, ending)))) !== undefined) return 'destroyed';
    }
    return 'unknown';
  }

  #path(uuid: string, ending: 'kek' | 'dying' | 'destroyed'): string {
    return join(this.#folder, `${uuid}.${ending}`);
  }
}

const noteOf = (at: Instant): Uint8Array => Buffer.from(`${new Date(at).toISOString()}\n`);

/** Writes noise over a key before its name goes. A copying file system or a flash disk may still keep the old blocks. */
async function overwrite(path: string): Promise<void> {
  const handle = await orMissing(open(path, 'r+'));
  if (handle === undefined) return; // another process was faster
  try {
    await handle.write(randomBytes(LENGTH), 0, LENGTH, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
