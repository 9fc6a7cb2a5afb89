import type { Room } from '@strongroom/client';
import { queryOptions } from '@tanstack/react-query';
import { type GrownList, type ListSource, toGrownList, useGrowing } from '../base/growing-list.ts';
import { queries } from '../base/queries.ts';
import { service } from '../base/service.ts';

/** A person is in far fewer rooms. */
const MOST = 2000;

export const ROOMS_SOURCE: ListSource<Room> = {
  key: ['rooms'],
  read: async (cursor, signal) => {
    const after = cursor === undefined ? {} : { cursor };
    return toGrownList(await service.rooms.list({ per_page: 100, last_activity: 'true', ...after }, { signal }).page());
  },
};

/** The rooms of the caller, newest first: the first hundred at once, then all, at most 2 000. */
export function useRooms(): Readonly<{ data: readonly Room[] | undefined; error: unknown; isPending: boolean }> {
  const { data, error } = useGrowing(ROOMS_SOURCE, () => MOST);
  return { data: data?.items, error, isPending: data === undefined && error === null };
}

/** Puts the counts of a room that was just read into the list, so that one's own deeds are not news there. */
export const updateCountsInList = ({ id, file_count, member_count }: Room): void =>
  changeInList(id, { file_count, member_count });

/** Changes what the list shows of a room, until the list is read again. */
export function changeInList(
  id: string,
  change: Partial<Pick<Room, 'file_count' | 'member_count' | 'favourite' | 'seen_file_count' | 'seen_at'>>,
): void {
  queries.setQueryData<GrownList<Room>>(ROOMS_SOURCE.key, (known) =>
    known === undefined
      ? known
      : { ...known, items: known.items.map((room) => (room.id === id ? { ...room, ...change } : room)) },
  );
}

export const UNITS = queryOptions({
  queryKey: ['units'],
  queryFn: () => service.orgUnits.list({ per_page: 100, may: 'true' }).all(),
});
