import { access, constants } from 'node:fs/promises';
import { KeyDestroyed, type KeyUnwrapper, NotAuthentic, Unavailable } from '@strongroom/ports';
import { withFileErrors } from '../disk/file-errors.ts';
import type { KeyFolder } from './key-folder.ts';
import type { MemoryKeyring } from './memory-keyring.ts';
import { keyFolderOf, UnwrapError, type UnwrapErrorCode, unwrapIn } from './unwrap.ts';

const REFUSALS: Readonly<Record<UnwrapErrorCode, () => Error>> = {
  UNKNOWN_KEY: () => new KeyDestroyed(),
  DESTROYED_KEY: () => new KeyDestroyed(),
  MALFORMED: () => new NotAuthentic(),
  NOT_AUTHENTIC: () => new NotAuthentic(),
};

/** Opens data keys with a local keyring: the path of its folder, or a memory keyring. The room service never loads it. */
export class LocalUnwrapper implements KeyUnwrapper {
  readonly scope = 'room';
  readonly #keyring: string | MemoryKeyring;
  #folder: Promise<KeyFolder> | undefined;
  #isClosed = false;

  constructor(keyring: string | MemoryKeyring) {
    this.#keyring = keyring;
  }

  async unwrap(wrappedDek: string, kmsKeyId: string): Promise<Uint8Array> {
    this.#refuseClosed();
    try {
      return await withFileErrors('keys', async () => unwrapIn(await this.#keyFolder(), wrappedDek, kmsKeyId));
    } catch (error) {
      throw error instanceof UnwrapError ? REFUSALS[error.code]() : error;
    }
  }

  async check(): Promise<void> {
    this.#refuseClosed();
    const folder = this.#keyring;
    if (typeof folder === 'string') await withFileErrors('keys', () => access(folder, constants.R_OK | constants.X_OK));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #keyFolder(): Promise<KeyFolder> {
    this.#folder ??= keyFolderOf(this.#keyring);
    return this.#folder;
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new Unavailable('keys', { cause: new Error('the unwrapper is closed') });
  }
}
