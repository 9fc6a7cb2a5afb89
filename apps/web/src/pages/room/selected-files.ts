import type { File as RoomFile } from '@strongroom/client';
import { readWhole } from '../../base/growing-list.ts';
import { below } from './listing.ts';
import { filesOf } from './room-files.ts';
import { filesOfSelection, foldersOfSelection, type Selection } from './selection.ts';

type FolderFiles = Readonly<{ path: string; files: readonly RoomFile[] }>;
export type SelectedFiles = Readonly<{
  /** Those ticked one by one. */
  files: readonly RoomFile[];
  folders: readonly FolderFiles[];
  /** All, each once. */
  all: readonly RoomFile[];
}>;

/** The files that are ticked, and those in and below ticked folders, as the service has them now. */
export async function readSelected(
  roomId: string,
  selection: Pick<Selection, 'rows'>,
  signal: AbortSignal,
): Promise<SelectedFiles> {
  const files = filesOfSelection(selection);
  const folders: FolderFiles[] = [];
  for (const path of foldersOfSelection(selection)) {
    const found = await readWhole(filesOf(roomId, below(path)), { signal });
    folders.push({
      path,
      files: found.filter(({ folder }) => path === '' || folder === path || folder.startsWith(`${path}/`)),
    });
  }
  const all = new Map([...files, ...folders.flatMap((folder) => folder.files)].map((file) => [file.id, file]));
  return { files, folders, all: [...all.values()] };
}
