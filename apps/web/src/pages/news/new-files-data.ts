import type { Room, File as RoomFile } from '@strongroom/client';
import { useQueries } from '@tanstack/react-query';
import { useMyself } from '../../base/me.ts';
import { service } from '../../base/service.ts';
import { newFileCount, newSince } from '../../base/visits.ts';
import { newAmong } from './new-files.ts';

/** Rooms whose new files are named, those with the newest files first: one request each. */
const MAX_ROOMS = 20;
/** Files of a room that are looked through. */
const FILES = 100;

/** `more`: unseen files that were not looked through. */
export type NewFiles = Readonly<{ files: readonly RoomFile[] | undefined; more: number; error: unknown }>;

/** The new files of others by room. Rooms without new ones, and those beyond the first, are not among them. */
export function useNewFiles(rooms: readonly Room[]): ReadonlyMap<string, NewFiles> {
  const me = useMyself().id;
  const asked = rooms
    .flatMap((room) => {
      const since = newSince(room);
      const last = Date.parse(room.last_activity_at ?? '');
      const unseen = newFileCount(room) ?? 0;
      return since !== undefined && (unseen > 0 || last >= since) ? [{ room, since, unseen, last }] : [];
    })
    .toSorted((one, other) => other.last - one.last)
    .slice(0, MAX_ROOMS);
  return useQueries({
    queries: asked.map(({ room: { id, file_count: count } }) => ({
      queryKey: ['newest', id, count],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await service.files.list(id, { folder: '', recursive: 'true', per_page: FILES }, { signal }).page()).data,
    })),
    combine: (found) =>
      new Map(
        asked.map(({ room, since, unseen }, index) => {
          const { data, error } = found[index] ?? {};
          const files = data && newAmong(data, { me, since, unseen });
          return [room.id, { files, more: Math.max(0, unseen - FILES), error }] as const;
        }),
      ),
  });
}
