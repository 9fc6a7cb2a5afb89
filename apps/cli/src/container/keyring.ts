import type { UnwrapError } from '@strongroom/adapter-local/unwrap';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import type { UnwrapRefusal } from '../service/stores.ts';

/** Unwraps with the keyring in a folder, or explains why it cannot. */
export const unwrapWithKeyring: (
  keysFolder: string,
  wrappedDek: string,
  kmsKeyId: string,
) => Promise<Readonly<{ dataKey: Uint8Array }> | UnwrapRefusal> = async (folder, wrappedDek, kmsKeyId) => {
  // Few commands unwrap with a keyring, and loading the adapter is slow.
  const { UnwrapError: Refused, unwrapDataKey } = await import('@strongroom/adapter-local/unwrap');
  try {
    return { dataKey: await unwrapDataKey(folder, wrappedDek, kmsKeyId) };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { because: 'no-folder' };
    if (code !== undefined) return { because: 'unreadable', code };
    if (error instanceof Refused) return refusalOf(error, folder, wrappedDek);
    if (await isDamaged(folder, kmsKeyId)) return { because: 'damaged-key' };
    throw error;
  }
};

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
  const { unwrapDataKey } = await import('@strongroom/adapter-local/unwrap');
  for (const uuid of await uuidsIn(folder)) {
    const kmsKeyId = `local:${uuid}`;
    const dataKey = await unwrapDataKey(folder, wrappedDek, kmsKeyId).catch(() => undefined);
    if (dataKey === undefined) continue;
    dataKey.fill(0);
    return kmsKeyId;
  }
  return undefined;
}

const isDamaged = async (folder: string, kmsKeyId: string): Promise<boolean> =>
  !(await uuidsIn(folder)).includes(kmsKeyId.replace('local:', ''));

/** Loads the other adapters only to explain a failure. */
const uuidsIn = async (folder: string): Promise<readonly string[]> =>
  (await (await import('@strongroom/adapter-local')).keysIn(folder)).uuids;
