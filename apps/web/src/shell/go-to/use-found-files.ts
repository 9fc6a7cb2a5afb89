import type { Room, File as RoomFile } from '@strongroom/client';
import { useEffect, useState } from 'react';
import { service } from '../../base/service.ts';
import { type Found, HITS_PER_ROOM, searchFiles } from './file-search.ts';

const NONE: Found<Room, RoomFile> = { found: [], silent: 0, isDone: false };
type Result = Readonly<{ of: string; found: Found<Room, RoomFile> }>;

/**
 * The files of these rooms with sought words in their names or folders, as they are found: those with the words in their own names
 * first, as the list of the room has them. Without words the newest ones of the first room.
 */
export function useFoundFiles(rooms: readonly Room[], sought: string): Found<Room, RoomFile> {
  const words = sought.trim();
  const of = [words, ...rooms.map(({ id }) => id)].join(' ');
  const [result, setResult] = useState<Result>({ of: '', found: NONE });
  useEffect(() => {
    const asked = words === '' ? rooms.slice(0, 1) : rooms;
    if (asked.length === 0) return undefined;
    return searchFiles<Room, RoomFile>({
      rooms: asked,
      ask: async ({ id }, signal) => {
        const part = { folder: '', recursive: 'true', per_page: HITS_PER_ROOM } as const;
        const query = words === '' ? part : { ...part, q: words, sort: 'name' as const };
        const { data, meta } = await service.files.list(id, query, { signal }).page();
        return { files: data, total: meta.total };
      },
      onFound: (found) => setResult({ of, found }),
    });
  }, [of]);
  if (rooms.length === 0) return { ...NONE, isDone: true };
  return result.of === of ? result.found : NONE;
}
