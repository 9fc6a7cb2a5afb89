import type { KmsKeyId } from '@strongroom/domain';
import { openWrapped, readWrapped } from './data-key.ts';
import { DiskKeyFolder } from './disk-key-folder.ts';
import type { KeyFolder } from './key-folder.ts';
import { kmsKeyIdOf, uuidOf } from './key-id.ts';
import type { MemoryKeyring } from './memory-keyring.ts';

export type UnwrapErrorCode = 'UNKNOWN_KEY' | 'DESTROYED_KEY' | 'MALFORMED' | 'NOT_AUTHENTIC';

const SENTENCES: Readonly<Record<UnwrapErrorCode, string>> = {
  UNKNOWN_KEY: 'the key is not in this keyring',
  DESTROYED_KEY: 'the key is destroyed',
  MALFORMED: 'this is not a wrapped key of this keyring',
  NOT_AUTHENTIC: 'the wrapped key was changed, or wrapped with another key',
};

/** Why a wrapped key cannot be unwrapped. */
export class UnwrapError extends Error {
  override readonly name = 'UnwrapError';
  readonly code: UnwrapErrorCode;
  constructor(code: UnwrapErrorCode) {
    super(SENTENCES[code]);
    this.code = code;
  }
}

/**
 * The 32 bytes of a data key that a keyring wrapped. For callers only: the service never loads this module. `keyring` is
 * the path of the key folder, or a memory keyring. Throws UnwrapError.
 */
export async function unwrapDataKey(
  keyring: string | MemoryKeyring,
  wrappedDek: string,
  kmsKeyId: string,
): Promise<Uint8Array> {
  const uuid = uuidOf(kmsKeyId);
  if (uuid === undefined) throw new UnwrapError('UNKNOWN_KEY');
  const wrapped = readWrapped(wrappedDek);
  if (wrapped === undefined) throw new UnwrapError('MALFORMED');
  const keyFolder = await keyFolderOf(keyring);
  const id: KmsKeyId = kmsKeyIdOf(uuid);
  const opened = await keyFolder.lend(uuid, (kek) => openWrapped(wrapped, kek, id));
  if (opened.state === 'unknown') throw new UnwrapError('UNKNOWN_KEY');
  if (opened.state === 'destroyed') throw new UnwrapError('DESTROYED_KEY');
  if (opened.value === undefined) throw new UnwrapError('NOT_AUTHENTIC');
  return opened.value;
}

async function keyFolderOf(keyring: string | MemoryKeyring): Promise<KeyFolder> {
  if (typeof keyring === 'string') return new DiskKeyFolder(keyring);
  return (await import('./memory-keyring.ts')).keyFolderOf(keyring);
}
