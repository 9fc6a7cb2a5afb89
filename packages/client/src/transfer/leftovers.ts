import { StrongroomError } from '../base/error.ts';
import type { FileCalls } from '../calls/files.ts';
import { contentKey, fileOfContent } from './content-key.ts';
import { MAX_GROUP } from './in-groups.ts';

const CLEANUP_MS = 5_000;

/**
 * Deletes files of a room, and returns the errors by the id of the file. One that is already deleted is not
 * an error.
 */
export async function removeFiles(
  files: FileCalls,
  roomId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StrongroomError>> {
  const errors = new Map<string, StrongroomError>();
  for (let from = 0; from < ids.length; from += MAX_GROUP)
    for (const [id, error] of await removeSome(files, roomId, ids.slice(from, from + MAX_GROUP), signal))
      if (error.status !== 404) errors.set(id, error);
  return errors;
}

async function removeSome(
  files: FileCalls,
  roomId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly (readonly [string, StrongroomError])[]> {
  const [first = '', ...others] = ids;
  try {
    if (others.length === 0) {
      await files.delete(first, { signal });
      return [];
    }
    const results = await files.deleteMany(roomId, { items: ids.map((id) => ({ file_id: id })) }, { signal });
    return results.flatMap(({ index, error }) =>
      error === undefined ? [] : [[ids[index] ?? '', new StrongroomError(error.code, error)] as const],
    );
  } catch (error) {
    if (!(error instanceof StrongroomError)) throw error;
    return ids.map((id) => [id, error] as const);
  }
}

type Status = 'pending' | 'available' | 'gone';

/** The state of a file before it was to be removed. One that is `unknown` may be in the room. */
export type FormerStatus = Status | 'unknown';

/** Whether a file is there, and whether it was confirmed. */
async function statusOf(files: FileCalls, id: string, signal: AbortSignal): Promise<Status> {
  try {
    return (await files.get(id, { signal })).status;
  } catch (error) {
    if (error instanceof StrongroomError && error.status === 404) return 'gone';
    throw error;
  }
}

/** Whether this content is still the current one of its file. */
export async function isInRoom(files: FileCalls, content: string, signal: AbortSignal): Promise<boolean> {
  try {
    const file = await files.get(fileOfContent(content), { signal });
    return file.status === 'available' && contentKey(file) === content;
  } catch (error) {
    if (error instanceof StrongroomError && error.status === 404) return false;
    throw error;
  }
}

/** Deletes an announced file that may be confirmed, unless it is. Returns its state before. */
export async function removeUnconfirmed(files: FileCalls, id: string): Promise<FormerStatus> {
  const signal = AbortSignal.timeout(CLEANUP_MS);
  try {
    const status = await statusOf(files, id, signal);
    if (status === 'pending') await files.delete(id, { signal });
    return status;
  } catch {
    return 'unknown';
  }
}
