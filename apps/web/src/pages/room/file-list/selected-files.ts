import type { File as RoomFile } from '@strongroom/client';
import { readWhole } from '../../../base/growing-list.ts';
import { partBelow } from '../base/listing.ts';
import { filesOf } from '../base/room-files.ts';
import { filesOfSelection, foldersOfSelection, type Selection } from './selection.ts';

export type FolderFiles = Readonly<{ path: string; files: readonly RoomFile[] }>;
type SelectedFiles = Readonly<{
  /** Those ticked one by one. */
  files: readonly RoomFile[];
  folders: readonly FolderFiles[];
  /** All, each once. */
  all: readonly RoomFile[];
}>;

type Reading = Readonly<{
  signal: AbortSignal;
  /** Learns the number of files that have been listed. */
  onFiles?: (count: number) => void;
}>;

/** The files that are ticked, and those in and below ticked folders, as the service has them now. */
export async function readSelected(
  roomId: string,
  selection: Pick<Selection, 'rows'>,
  reading: Reading,
): Promise<SelectedFiles> {
  const files = filesOfSelection(selection);
  const folders = await readFolders(roomId, foldersOfSelection(selection), reading);
  const all = new Map([...files, ...folders.flatMap((folder) => folder.files)].map((file) => [file.id, file]));
  return { files, folders, all: [...all.values()] };
}

/** The files in and below folders, as the service has them now. */
export async function readFolders(
  roomId: string,
  folders: readonly Readonly<{ path: string }>[],
  { signal, onFiles = () => undefined }: Reading,
): Promise<readonly FolderFiles[]> {
  const all: FolderFiles[] = [];
  let listed = 0;
  for (const { path } of folders) {
    const found = await readWhole(filesOf(roomId, partBelow(path)), {
      signal,
      onItems: (count) => onFiles(listed + count),
    });
    listed += found.length;
    all.push({
      path,
      files: found.filter(({ folder }) => path === '' || folder === path || folder.startsWith(`${path}/`)),
    });
  }
  return all;
}
