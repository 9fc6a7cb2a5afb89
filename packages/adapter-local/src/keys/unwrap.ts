import type { KmsKeyId } from '@strongroom/domain';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
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

/** A wrapped key cannot be unwrapped, for the reason in the code. */
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
  return unwrapIn(await keyFolderOf(keyring), wrappedDek, kmsKeyId);
}

/** Like `unwrapDataKey`, in a folder that is kept, so that keys of one turn are read once. */
export async function unwrapIn(keyFolder: KeyFolder, wrappedDek: string, kmsKeyId: string): Promise<Uint8Array> {
  const uuid = uuidOf(kmsKeyId);
  if (uuid === undefined) throw new UnwrapError('UNKNOWN_KEY');
  const wrapped = readWrapped(wrappedDek);
  if (wrapped === undefined) throw new UnwrapError('MALFORMED');
  const id: KmsKeyId = kmsKeyIdOf(uuid);
  const opened = await keyFolder.lend(uuid, (kek) => openWrapped(wrapped, kek, id));
  if (opened.state === 'unknown') throw new UnwrapError('UNKNOWN_KEY');
  if (opened.state === 'destroyed') throw new UnwrapError('DESTROYED_KEY');
  if (opened.value === undefined) throw new UnwrapError('NOT_AUTHENTIC');
  return opened.value;
}

export async function keyFolderOf(keyring: string | MemoryKeyring): Promise<KeyFolder> {
  if (typeof keyring === 'string') return new DiskKeyFolder(keyring);
  return (await import('./memory-keyring.ts')).keyFolderOf(keyring);
}

/** The reason for which a wrapped key was not unwrapped. */
export type UnwrapRefusal =
  | Readonly<{ because: 'unknown-key' | 'destroyed-key' | 'damaged-key' | 'malformed' | 'no-folder' }>
  /** `wrappedWith` names the wrapping key if it is in the keyring. Without it, the wrapped key was changed. */
  | Readonly<{ because: 'not-authentic'; wrappedWith: string | undefined }>
  /** `code` of the operating system. */
  | Readonly<{ because: 'unreadable'; code: string }>;

/** Unwraps with the keyring in a folder, or explains why it cannot. */
export async function unwrapOrExplain(
  folder: string,
  wrappedDek: string,
  kmsKeyId: string,
): Promise<Readonly<{ dataKey: Uint8Array }> | UnwrapRefusal> {
  try {
    return { dataKey: await unwrapDataKey(folder, wrappedDek, kmsKeyId) };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { because: 'no-folder' };
    if (code !== undefined) return { because: 'unreadable', code };
    if (error instanceof UnwrapError) return refusalOf(error, folder, wrappedDek);
    if (!(await uuidsIn(folder)).includes(kmsKeyId.replace('local:', ''))) return { because: 'damaged-key' };
    throw error;
  }
}

async function refusalOf(error: UnwrapError, folder: string, wrappedDek: string): Promise<UnwrapRefusal> {
  switch (error.code) {
    case 'UNKNOWN_KEY':
      return { because: 'unknown-key' };
    case 'DESTROYED_KEY':
      return { because: 'destroyed-key' };
    case 'MALFORMED':
      return { because: 'malformed' };
    case 'NOT_AUTHENTIC':
      return { because: 'not-authentic', wrappedWith: await wrappedWith(folder, wrappedDek) };
    default:
      return error.code satisfies never;
  }
}

/** A wrapped key does not say which key it was wrapped with, so all are tried. */
async function wrappedWith(folder: string, wrappedDek: string): Promise<string | undefined> {
  for (const uuid of await uuidsIn(folder)) {
    const kmsKeyId = kmsKeyIdOf(uuid);
    const dataKey = await unwrapDataKey(folder, wrappedDek, kmsKeyId).catch(() => undefined);
    if (dataKey === undefined) continue;
    dataKey.fill(0);
    return kmsKeyId;
  }
  return undefined;
}

/** Needed only to explain a failure. */
const uuidsIn = async (folder: string): Promise<readonly string[]> =>
  (await (await import('./keys-in.ts')).keysIn(folder)).uuids;
