import { type File as RoomFile, StrongroomError } from '@strongroom/client';
import type { Session } from '../account/session.ts';
import { pathOf } from '../naming/files.ts';

/**
 * What of a list had the path of a file before it. The list is older than the file, unless the file is in it: then what was
 * put later, by somebody else, is none of it.
 */
export function olderThan(listed: readonly RoomFile[], now: Readonly<{ room_path: string; id: string }>) {
  const place = listed.findIndex(({ id }) => id === now.id);
  const since = listed[place]?.uploaded_at;
  // Newest first, by when they were announced; a large one may have been there later all the same.
  return listed
    .slice(place + 1)
    .filter((file) => pathOf(file) === now.room_path && (since === undefined || file.uploaded_at <= since));
}

/** Deletes them; what another run has deleted meanwhile is gone as well. */
export async function removeAll({ client, signal }: Session, files: readonly RoomFile[]): Promise<void> {
  for (const { id } of files)
    try {
      await client.files.delete(id, { signal });
    } catch (error) {
      if (!(error instanceof StrongroomError) || error.status !== 404) throw error;
    }
}
