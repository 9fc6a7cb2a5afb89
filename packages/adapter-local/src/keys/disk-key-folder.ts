import { randomBytes, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { access, constants, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '@strongroom/domain';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import type { Outcome } from '@strongroom/store-kit';
import { Batcher } from '@strongroom/store-kit/batcher';
import { textOfFile } from '@strongroom/store-kit/node';
import { createOnce, removeIfThere, syncFolder } from '../disk/durable.ts';
import { instant } from '../runtime/instant.ts';
import { KeyFileCache } from './held-files.ts';
import type { KeyFolder, KeyUseOutcome } from './key-folder.ts';
import { eraseInGroup, groupFileOf, isGrouped, newGroup, stateInGroup, useFromGroup } from './key-group.ts';

const LENGTH = 32;

/**
 * Keys as files that only their owner may read. `<uuid>.kek` is a live key, `<uuid>.dying` a key being destroyed, and
 * `<uuid>.destroyed` holds the time of destruction. The files appear in this order, so the next call completes an
 * interrupted destruction, and no state in between looks like an unknown key.
 *
 * Keys that wait for the disk at the same time are written together, into a group (`key-group.ts`). Such a key is
 * overwritten before its time of destruction is written.
 */
export class DiskKeyFolder implements KeyFolder {
  readonly #folder: string;
  readonly #additions: Batcher<Uint8Array, string>;
  readonly #maxGroup: number;
  readonly #held = new KeyFileCache();

  /** `maxGroup`: maximum number of keys in a file. A version before 0.3 knows only keys with a file of their own. */
  constructor(folder: string, { maxGroup = 1 }: Readonly<{ maxGroup?: number }> = {}) {
    this.#folder = folder;
    this.#additions = new Batcher({ serve: (keks) => this.#addTogether(keks), maxSize: maxGroup });
    this.#maxGroup = maxGroup;
  }

  add(kek: Uint8Array): Promise<string> {
    return this.#maxGroup === 1 ? this.#addOne(kek) : this.#additions.add(kek);
  }

  async #addTogether(keks: readonly Uint8Array[]): Promise<readonly Outcome<string>[]> {
    const [only] = keks;
    if (only !== undefined && keks.length === 1) return [{ answer: await this.#addOne(only) }];
    const { uuids, content } = newGroup(keks);
    try {
      await this.#create(groupFileOf(uuids[0] ?? ''), content);
    } finally {
      content.fill(0);
    }
    return uuids.map((answer) => ({ answer }));
  }

  async #addOne(kek: Uint8Array): Promise<string> {
    const uuid = randomUUID();
    await this.#create(`${uuid}.kek`, kek);
    return uuid;
  }

  async #create(name: string, content: Uint8Array): Promise<void> {
    if (!(await createOnce(this.#folder, name, content))) throw new Error('a new key has the name of another');
  }

  async lend<T>(uuid: string, use: (kek: Uint8Array) => T): Promise<KeyUseOutcome<T>> {
    return this.lendNow(uuid, use) ?? { state: await this.#stateOfMissing(uuid) };
  }

  lendNow<T>(uuid: string, use: (kek: Uint8Array) => T): KeyUseOutcome<T> | undefined {
    if (isGrouped(uuid)) return useFromGroup(this.#folder, uuid, use);
    const path = this.#path(uuid, 'kek');
    const kek = this.#held.content(path);
    // A key is renamed before it is overwritten, so it was read whole if the name still exists afterwards.
    if (kek === undefined || statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    if (kek.length !== LENGTH) throw new Error('a key file does not hold a key');
    return { state: 'there', value: use(kek) };
  }

  async destroy(uuid: string, now: () => Instant): Promise<Instant | undefined> {
    const isKnown = await (isGrouped(uuid) ? this.#destroyInGroup(uuid, now) : this.#destroyFile(uuid, now));
    if (!isKnown) return undefined;
    return instant(Date.parse((await textOfFile(this.#path(uuid, 'destroyed'))).trim()));
  }

  async #destroyInGroup(uuid: string, now: () => Instant): Promise<boolean> {
    if (await eraseInGroup(this.#folder, uuid)) {
      await createOnce(this.#folder, `${uuid}.destroyed`, noteOf(now()));
      return true;
    }
    return (await this.#stateOfMissing(uuid)) === 'destroyed';
  }

  async #destroyFile(uuid: string, now: () => Instant): Promise<boolean> {
    const dying = this.#path(uuid, 'dying');
    await orMissing(rename(this.#path(uuid, 'kek'), dying));
    await syncFolder(this.#folder);
    if ((await this.#stateOfMissing(uuid)) === 'unknown') return false;
    if ((await orMissing(stat(dying))) !== undefined) {
      await overwrite(dying);
      await createOnce(this.#folder, `${uuid}.destroyed`, noteOf(now()));
      await removeIfThere(dying);
    }
    await syncFolder(this.#folder);
    return true;
  }

  /** Records an unknown key as destroyed now. Returns false, and records nothing, if the key is live or already recorded. */
  async noteLost(uuid: string, now: () => Instant): Promise<boolean> {
    if ((await this.state(uuid)) !== 'unknown') return false;
    return createOnce(this.#folder, `${uuid}.destroyed`, noteOf(now()));
  }

  /** The state of a key, without reading it. */
  async state(uuid: string): Promise<KeyUseOutcome<unknown>['state']> {
    if (isGrouped(uuid)) {
      const state = stateInGroup(this.#folder, uuid);
      return state === undefined ? this.#stateOfMissing(uuid) : state === 'destroyed' ? state : 'there';
    }
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
