import { type File as RoomFile, StrongroomError } from '@strongroom/client';
import type { Session } from '../account/session.ts';
import { pathOf } from '../naming/files.ts';

/** Maximum number of files that one request deletes. */
const MOST = 100;

/**
 * Files that had the path of a new file before it. If the new file is in the list, files that another user put later
 * are excluded.
 */
export function olderThan(listed: readonly RoomFile[], now: Readonly<{ room_path: string; id: string }>) {
  const place = listed.findIndex(({ id }) => id === now.id);
  const since = listed[place]?.uploaded_at;
  // The list is sorted by announcement, newest first; a large file may still have become available later.
  return listed
    .slice(place + 1)
    .filter((file) => pathOf(file) === now.room_path && (since === undefined || file.uploaded_at <= since));
}

/**
 * Deletes files of a room, and returns the errors by the id of the file. One that another run has already deleted is
 * not an error.
 */
export async function removeAll(
  session: Session,
  roomId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StrongroomError>> {
  const errors = new Map<string, StrongroomError>();
  for (let from = 0; from < ids.length; from += MOST)
    for (const [id, error] of await removeSome(session, roomId, ids.slice(from, from + MOST)))
      if (error.status !== 404) errors.set(id, error);
  return errors;
}

async function removeSome(
  { client, signal }: Session,
  roomId: string,
  ids: readonly string[],
): Promise<readonly (readonly [string, StrongroomError])[]> {
  const [first = '', ...others] = ids;
  try {
    if (others.length === 0) {
      await client.files.delete(first, { signal });
      return [];
    }
    const results = await client.files.deleteMany(roomId, { items: ids.map((id) => ({ file_id: id })) }, { signal });
    return results.flatMap(({ index, error }) =>
      error === undefined ? [] : [[ids[index] ?? '', new StrongroomError(error.code, error)] as const],
    );
  } catch (error) {
    if (!(error instanceof StrongroomError)) throw error;
    return ids.map((id) => [id, error] as const);
  }
}
