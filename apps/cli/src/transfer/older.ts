import { type File as RoomFile, StrongroomError } from '@strongroom/client';
import type { Session } from '../account/session.ts';
import { pathOf } from '../naming/files.ts';

/**
 * Files of a list that had the path of a new file before it. If the new file is in the list, later ones, which another user
 * has put, are excluded.
 */
export function olderThan(listed: readonly RoomFile[], now: Readonly<{ room_path: string; id: string }>) {
  const place = listed.findIndex(({ id }) => id === now.id);
  const since = listed[place]?.uploaded_at;
  // Newest first, by when they were announced; a large one may have been there later all the same.
  return listed
    .slice(place + 1)
    .filter((file) => pathOf(file) === now.room_path && (since === undefined || file.uploaded_at <= since));
}

/** Deletes them; one that another run has deleted meanwhile is not an error. */
export async function removeAll({ client, signal }: Session, files: readonly RoomFile[]): Promise<void> {
  for (const { id } of files)
    try {
      await client.files.delete(id, { signal });
    } catch (error) {
      if (!(error instanceof StrongroomError) || error.status !== 404) throw error;
    }
}
