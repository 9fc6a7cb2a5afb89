import type { File as RoomFile } from '@strongroom/client';
import { pathOf } from '../naming/files.ts';

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
