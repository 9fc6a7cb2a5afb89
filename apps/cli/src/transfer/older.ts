import type { File as RoomFile } from '@strongroom/client';

/**
 * Files that had the place of a new file before it. `standing`: all at that place. If the new file is in the list, files that
 * another user put later are excluded.
 */
export function olderThan(standing: readonly RoomFile[], id: string): readonly RoomFile[] {
  const place = standing.findIndex((file) => file.id === id);
  const since = standing[place]?.uploaded_at;
  // The list is sorted by announcement, newest first; a large file may still have become available later.
  return standing.slice(place + 1).filter((file) => since === undefined || file.uploaded_at <= since);
}
