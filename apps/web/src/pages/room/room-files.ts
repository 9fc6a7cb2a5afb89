import type { Folder, Room, File as RoomFile } from '@strongroom/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Growing, grownBy, readNewest, type Source, useGrowing } from '../../base/growing-list.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';

export const roomQuery = (id: string) =>
  queryOptions<Room>({ queryKey: ['room', id], queryFn: () => service.rooms.get(id) });
export const useRoom = (id: string) => useQuery(roomQuery(id));

/** A folder of a room, alone or with what is below it. */
export type Part = Readonly<{ folder: string; isDeep: boolean }>;
export const WHOLE_ROOM: Part = { folder: '', isDeep: true };

const PAGE = 100;
/** The service lists no deeper folder together with what is below it. */
const MOST_LEVELS = 32;

/** A deep folder is searched with the whole room. */
export const below = (folder: string): Part =>
  folder.split('/').length > MOST_LEVELS ? WHOLE_ROOM : { folder, isDeep: true };

/** Files of a room, the newest first. */
export const filesOf = (roomId: string, { folder, isDeep }: Part): Source<RoomFile> => ({
  key: ['files', roomId, isDeep ? 'below' : 'in', folder],
  read: async (cursor, signal) => {
    const query = {
      folder,
      recursive: isDeep ? ('true' as const) : ('false' as const),
      per_page: PAGE,
      may: 'true' as const,
    };
    const after = cursor === undefined ? {} : { cursor };
    return grownBy(await service.files.list(roomId, { ...query, ...after }, { signal }).page());
  },
});

type Wanted = (total: number) => number;

export const useFiles = (roomId: string, part: Part, wanted: Wanted, isEnabled = true): Growing<RoomFile> =>
  useGrowing(filesOf(roomId, part), wanted, isEnabled);

export const foldersOf = (roomId: string): Source<Folder> => ({
  key: ['folders', roomId],
  read: async (cursor, signal) => {
    const after = cursor === undefined ? {} : { cursor };
    return grownBy(await service.files.folders(roomId, { per_page: PAGE, ...after }, { signal }).page());
  },
});

/** Folders with files that the caller may see, by path. */
export const useFolders = (roomId: string, wanted: number): Growing<Folder> =>
  useGrowing(foldersOf(roomId), () => wanted);

/** After files were changed or removed. */
export async function readFilesAgain(roomId: string): Promise<void> {
  await Promise.all(
    ['files', 'folders', 'file', 'room'].map((name) => queries.invalidateQueries({ queryKey: [name, roomId] })),
  );
}

export const readNewFiles = (roomId: string, part: Part): Promise<void> => readNewest(filesOf(roomId, part));

/** Requests for the folders of a room, of which the service answers sixty a minute until the store is upgraded. */
export const pagesOfFolders = (roomId: string): number =>
  Math.ceil((queries.getQueryData<Growing<Folder>['data']>(foldersOf(roomId).key)?.items.length ?? 0) / PAGE);

/** One file that an address names. */
export const useFile = (roomId: string, id: string | undefined) =>
  useQuery({
    queryKey: ['file', roomId, id],
    queryFn: () => service.files.get(id ?? ''),
    enabled: id !== undefined,
    retry: false,
  });
