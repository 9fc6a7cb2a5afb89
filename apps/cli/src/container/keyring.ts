import { UnwrapError, unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import type { Embedded, UnwrapRefusal } from '../command/embedded.ts';

/** Unwraps with the keyring in a folder, or explains why it cannot. */
export const unwrap: Embedded['unwrap'] = async (folder, wrappedDek, kmsKeyId) => {
  try {
    return { dataKey: await unwrapDataKey(folder, wrappedDek, kmsKeyId) };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { because: 'no-folder' };
    if (code !== undefined) return { because: 'unreadable', code };
    if (error instanceof UnwrapError) return refusalOf(error, folder, wrappedDek);
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
