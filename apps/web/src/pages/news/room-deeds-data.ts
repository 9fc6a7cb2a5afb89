import type { Room } from '@strongroom/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { service } from '../../base/service.ts';
import { newSince, onVisit } from '../../base/visits.ts';
import { dayOf } from '../activity/event-bursts.ts';
import { useNames } from '../people-data.ts';
import { deedsOf, type RoomDeed } from './room-deeds.ts';

/** Rooms whose record is read, of the newest hundred, those visited last first: one request and at most a hundred events each. */
const MAX_ROOMS = 20;
export const EVENTS = 100;

type RoomDeeds = Readonly<{
  /** Of rooms in which others did something. */
  deeds: ReadonlyMap<string, readonly RoomDeed[]>;
  isPending: boolean;
  error: unknown;
}>;

/** Rooms whose record the person reads. */
export const useRecordedRooms = () =>
  useQuery({
    queryKey: ['records-of-rooms'],
    queryFn: async ({ signal }) => {
      const { data } = await service.rooms.list({ per_page: 100, may: 'true' }, { signal }).page();
      return new Set(data.filter((room) => may(room, 'audit.room.read')).map(({ id }) => id));
    },
    staleTime: 30_000,
  });

/** Deeds of others since the last visit, in rooms whose record the person reads. */
export function useRoomDeeds(rooms: readonly Room[]): RoomDeeds {
  const me = useMyself().id;
  const nameOf = useNames();
  const record = useRecordedRooms();
  const visits = useSyncExternalStore(onVisit, () => rooms.map((room) => newSince(room) ?? 0).join(' ')).split(' ');
  const asked = rooms
    .map((room, index) => ({ room, at: Number(visits[index]) }))
    .filter(({ room, at }) => at > 0 && record.data?.has(room.id) === true)
    .toSorted((one, other) => other.at - one.at)
    .slice(0, MAX_ROOMS);
  const found = useQueries({
    queries: asked.map(({ room: { id }, at }) => ({
      queryKey: ['deeds', id, at],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const from = `${new Date(at).toISOString().slice(0, 19)}Z`;
        const { data, meta } = await service.audit.events({ room_id: id, from, per_page: EVENTS }, { signal }).page();
        const day = dayOf(new Date(at).toISOString());
        return { data, day, isAll: meta.next_cursor === null };
      },
      staleTime: 30_000,
    })),
  });
  const deeds = new Map<string, readonly RoomDeed[]>();
  for (const [index, { room }] of asked.entries()) {
    const own = found[index]?.data;
    const words = own === undefined ? [] : deedsOf(own.data, { ...own, roomId: room.id, me, nameOf });
    if (words.length > 0) deeds.set(room.id, words);
  }
  return {
    deeds,
    isPending: record.isPending || found.some(({ isPending }) => isPending),
    error: record.error ?? found.find(({ error }) => error !== null)?.error ?? null,
  };
}
