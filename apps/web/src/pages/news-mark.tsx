import type { Room } from '@strongroom/client';
import { type ReactNode, useSyncExternalStore } from 'react';
import { formatNumber } from '../base/format.ts';
import { useMyself } from '../base/me.ts';
import { isNewsRead, newFileCount, onVisit } from '../base/visits.ts';
import { useRooms } from './rooms-data.ts';

export type RoomNews = Readonly<{
  room: Room;
  /** Undefined for a room that the person has not opened. */
  files: number | undefined;
}>;

/**
 * Rooms with something that the person has not seen yet. Made from the list of rooms, which is read again when a
 * person comes back to the window: nothing asks the service in between.
 */
export function useNews(): Readonly<{ news: readonly RoomNews[]; rooms: ReturnType<typeof useRooms> }> {
  const me = useMyself();
  const rooms = useRooms();
  // A text, so that an unchanged state stays the same value.
  const counts = useSyncExternalStore(onVisit, () =>
    (rooms.data ?? []).map((room) => newFileCount(room) ?? 'unopened').join(' '),
  ).split(' ');
  const news = (rooms.data ?? [])
    .map((room, index) => ({ room, files: counts[index] === 'unopened' ? undefined : Number(counts[index]) }))
    .filter(({ room, files }) => (files === undefined ? room.created_by !== me.id : files > 0));
  return { news, rooms };
}

/** The mark beside the link to the page, until the page has shown what is new. */
export function NewsMark(): ReactNode {
  const { news } = useNews();
  const length = useSyncExternalStore(onVisit, () => news.filter(({ room }) => !isNewsRead(room)).length);
  if (length === 0) return null;
  return (
    <span className="mark">
      {formatNumber(length)}
      <span className="hidden-visually"> with news</span>
    </span>
  );
}
