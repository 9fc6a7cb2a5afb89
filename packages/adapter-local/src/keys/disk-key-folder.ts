import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { access, constants, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '@strongroom/domain';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { createOnce, removeIfThere, syncFolder } from '../disk/durable.ts';
import { instant } from '../runtime/instant.ts';
import type { KeyFolder, Lent } from './key-folder.ts';

const LENGTH = 32;

/**
 * Keys as files that only their owner may read. `<uuid>.kek` is a live key, `<uuid>.dying` a key being destroyed, and
 * `<uuid>.destroyed` holds the time of destruction. The files appear in this order, so the next call completes an
 * interrupted destruction, and no state in between looks like an unknown key.
 */
export class DiskKeyFolder implements KeyFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(uuid: string, kek: Uint8Array): Promise<void> {
    if (!(await createOnce(this.#folder, `${uuid}.kek`, kek))) throw new Error('a new key has the name of another');
  }

  async lend<T>(uuid: string, use: (kek: Uint8Array) => T): Promise<Lent<T>> {
    const path = this.#path(uuid, 'kek');
    const kek = Buffer.alloc(LENGTH + 1);
    try {
      const length = readNow(path, kek);
      // A key is renamed before it is overwritten, so it was read whole if the name still exists afterwards.
      if (length === undefined || statSync(path, { throwIfNoEntry: false }) === undefined)
        return { state: await this.#stateOfMissing(uuid) };
      if (length !== LENGTH) throw new Error('a key file does not hold a key');
      return { state: 'there', value: use(kek.subarray(0, LENGTH)) };
    } finally {
      kek.fill(0);
    }
  }

  async destroy(uuid: string, now: () => Instant): Promise<Instant | undefined> {
    const dying = this.#path(uuid, 'dying');
    await orMissing(rename(this.#path(uuid, 'kek'), dying));
    await syncFolder(this.#folder);
    if ((await this.#stateOfMissing(uuid)) === 'unknown') return undefined;
    if ((await orMissing(stat(dying))) !== undefined) {
      await overwrite(dying);
      await createOnce(this.#folder, `${uuid}.destroyed`, noteOf(now()));
      await removeIfThere(dying);
    }
    await syncFolder(this.#folder);
    return instant(Date.parse((await readFile(this.#path(uuid, 'destroyed'), 'utf8')).trim()));
  }

  /** Records an unknown key as destroyed now. Returns false, and records nothing, if the key is live or already recorded. */
  async noteLost(uuid: string, now: () => Instant): Promise<boolean> {
    if ((await this.state(uuid)) !== 'unknown') return false;
    return createOnce(this.#folder, `${uuid}.destroyed`, noteOf(now()));
  }

  /** The state of a key, without reading it. */
  async state(uuid: string): Promise<Lent<unknown>['state']> {
    return (await orMissing(stat(this.#path(uuid, 'kek')))) === undefined ? this.#stateOfMissing(uuid) : 'there';
  }

  async check(): Promise<void> {
    await access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  async #stateOfMissing(uuid: string): Promise<'destroyed' | 'unknown'> {
    await stat(this.#folder); // throws if the folder is not mounted, which must not look like an unknown key
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

/**
 * Reads the first bytes of a file and returns their number; undefined without the file. Synchronous: 32 bytes of a file
 * that was just used are in memory, and the four calls in the thread pool would cost more than the rest of an upload-url.
 */
function readNow(path: string, into: Uint8Array): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return readSync(descriptor, into, 0, into.byteLength, 0);
  } finally {
    closeSync(descriptor);
  }
}

/** Overwrites a key with random bytes. A copy-on-write file system or a flash disk may still keep the old blocks. */
async function overwrite(path: string): Promise<void> {
  const handle = await orMissing(open(path, 'r+'));
  if (handle === undefined) return; // another process has destroyed it
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
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
