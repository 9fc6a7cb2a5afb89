import type { Folder, Room, File as RoomFile } from '@strongroom/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type GrowingList, type ListSource, toGrownList, useGrowing } from '../../../base/growing-list.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import type { Listing } from './listing.ts';

export const roomQuery = (id: string) =>
  queryOptions<Room>({ queryKey: ['room', id], queryFn: () => service.rooms.get(id) });
export const useRoom = (id: string) => useQuery(roomQuery(id));

const PAGE = 100;
type FilesQuery = NonNullable<Parameters<typeof service.files.list>[1]>;

/** Files of a room, the newest first by default. */
export const filesOf = (
  roomId: string,
  { folder, isDeep, find = '', sort = '-date' }: Listing,
): ListSource<RoomFile> => ({
  key: ['files', roomId, isDeep ? 'below' : 'in', folder, find, sort],
  read: async (cursor, signal) => {
    const query: FilesQuery = {
      folder,
      recursive: isDeep ? 'true' : 'false',
      per_page: PAGE,
      may: 'true',
      sort: sort === 'own' ? 'name' : sort,
      ...(find !== '' && { q: find }),
    };
    const after = cursor === undefined ? {} : { cursor };
    return toGrownList(await service.files.list(roomId, { ...query, ...after }, { signal }).page());
  },
});

type Wanted = (total: number) => number;

export const useFiles = (roomId: string, listing: Listing, wanted: Wanted, isEnabled = true): GrowingList<RoomFile> =>
  useGrowing(filesOf(roomId, listing), wanted, isEnabled);

export const foldersOf = (roomId: string): ListSource<Folder> => ({
  key: ['folders', roomId],
  read: async (cursor, signal) => {
    const after = cursor === undefined ? {} : { cursor };
    const query = { per_page: PAGE, may: 'true', positions: 'true', ...after } as const;
    return toGrownList(await service.files.folders(roomId, query, { signal }).page());
  },
});

/** Of the folders of a room, those that its page reads without a question. */
export const FIRST_FOLDERS = 1000;

/** Folders with files that the caller may see, by path. */
export const useFolders = (roomId: string, wanted: number, isEnabled = true): GrowingList<Folder> =>
  useGrowing(foldersOf(roomId), () => wanted, isEnabled);

/** After files were changed or removed. */
export async function readFilesAgain(roomId: string): Promise<void> {
  await Promise.all(
    ['files', 'folders', 'file', 'room'].map((name) => queries.invalidateQueries({ queryKey: [name, roomId] })),
  );
}

/** Reads a room again after it was changed. */
export const refreshRoom = (id: string): Promise<unknown> =>
  Promise.all([['room', id], ['rooms']].map((queryKey) => queries.invalidateQueries({ queryKey })));

/** Requests for the folders of a room, of which the service answers sixty a minute until the store is upgraded. */
export const folderPageCount = (roomId: string): number =>
  Math.ceil((queries.getQueryData<GrowingList<Folder>['data']>(foldersOf(roomId).key)?.items.length ?? 0) / PAGE);

export const fileQuery = (roomId: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['file', roomId, id],
    queryFn: () => service.files.get(id ?? ''),
    enabled: id !== undefined,
    retry: false,
  });

/** One file that an address names. */
export const useFile = (roomId: string, id: string | undefined) => useQuery(fileQuery(roomId, id));
