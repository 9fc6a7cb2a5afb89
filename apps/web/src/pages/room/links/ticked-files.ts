import type { Room, File as RoomFile } from '@strongroom/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { may } from '../../../base/may.ts';
import { type Folder, folderAt, inListOrder } from '../base/folders.ts';
import { readFolders } from '../file-list/selected-files.ts';
import { foldersToRead, isTicked, keyOfFile, type TreeTicks } from './ticked-tree.ts';

/** Files behind one link, as the service bounds them. */
export const MAX_FILES = 500;

/** Files of folders of which some are taken out, that are read to count the others. */
const MAX_READ = 2000;

/** Files that are ticked one by one, by their keys. */
export type KnownFiles = ReadonlyMap<string, RoomFile>;

export type TickedFiles = Readonly<{
  /** Of these the reader may share each; undefined while they are read, and where they are too many to be read. */
  files: readonly RoomFile[] | undefined;
  /** Ticked ones that the reader may not share. */
  refused: readonly RoomFile[];
  /** Whether they are more than one link can have. */
  isTooMany: boolean;
  error: unknown;
}>;

/** The files that are ticked, by themselves and in folders, as the service has them now. */
export function useTickedFiles(room: Room, root: Folder, ticks: TreeTicks, known: KnownFiles): TickedFiles {
  const folders = foldersToRead(ticks);
  const counted = folders.reduce((sum, path) => sum + (folderAt(root, path)?.count ?? 0), 0);
  const isTooMany = counted > ([...ticks.values()].every(Boolean) ? MAX_FILES : MAX_READ);
  const read = useQuery({
    queryKey: ['files', room.id, 'of-link', ...folders],
    queryFn: ({ signal }) =>
      readFolders(
        room.id,
        folders.map((path) => ({ path })),
        { signal },
      ),
    enabled: folders.length > 0 && !isTooMany,
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
  const isRead = folders.length === 0 || (read.data !== undefined && !read.isPlaceholderData);
  const all = new Map<string, RoomFile>();
  for (const file of (read.data ?? []).flatMap((folder) => folder.files)) all.set(file.id, file);
  for (const file of known.values()) all.set(file.id, file);
  const ticked = inListOrder([...all.values()].filter((file) => isTicked(ticks, keyOfFile(file))));
  const files = ticked.filter((file) => may(file, 'share.create'));
  return {
    files: isRead && !isTooMany ? files : undefined,
    refused: ticked.filter((file) => !files.includes(file)),
    isTooMany: isTooMany || files.length > MAX_FILES,
    error: folders.length > 0 ? read.error : null,
  };
}
