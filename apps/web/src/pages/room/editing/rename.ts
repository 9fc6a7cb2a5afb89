import { foldedName, type Room, type File as RoomFile } from '@strongroom/client';
import { explainError } from '../../../base/explain.ts';
import type { GrowingList } from '../../../base/growing-list.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { toastWithUndo } from '../../../design/undo.ts';
import { failedSentence } from '../base/change-each.ts';
import { type Folder, inside, parentOf } from '../base/folders.ts';
import { foldersOf, readFilesAgain } from '../base/room-files.ts';
import { wantListFocus } from '../file-list/list-focus.ts';
import type { RefusedName } from '../file-list/name-in-row.tsx';
import type { Row } from '../file-list/rows.ts';
import { moveEach } from '../moving/move-each.ts';
import { freeNameOf, isNamed, readNamed } from '../moving/named-files.ts';
import { numberedMoves, numberedSentence } from '../moving/numbered-moves.ts';

export const FILE_IS_THERE = 'There is a file of this name in the folder already.';
export const FOLDER_IS_THERE = 'There is a folder of this name already.';

/** A folder of this name beside it, as the page knows the room. The service has the last word. */
export const isFolderThere = (roomId: string, path: string, but: string): boolean =>
  queries
    .getQueryData<GrowingList<{ path: string }>['data']>(foldersOf(roomId).key)
    ?.items.some((one) => one.path !== but && foldedName(one.path) === foldedName(path)) ?? false;

/**
 * Gives a file or folder another name, and says so with *Undo* when the list has it. Returns why not, where it cannot have it.
 */
export async function renameRow(room: Room, row: Row, name: string): Promise<RefusedName | undefined> {
  try {
    const refused = await (row.kind === 'file' ? renameFile(row.file, name) : renameFolder(room, row.folder, name));
    if (refused !== undefined) return refused;
    await readFilesAgain(room.id);
    if (row.kind === 'file') sayRenamedFile(row.file, name);
    else sayRenamedFolder(room, row.folder, name);
    return undefined;
  } catch (error) {
    return { text: explainError(error).text };
  }
}

async function renameFile(file: RoomFile, name: string): Promise<RefusedName | undefined> {
  const siblings = await readNamed(file, name, new AbortController().signal);
  if (siblings.some(isNamed(file, name))) return { text: FILE_IS_THERE, free: freeNameOf(file, name, siblings) };
  await service.files.edit(file.id, { name });
  return undefined;
}

async function renameFolder(room: Room, folder: Folder, name: string): Promise<RefusedName | undefined> {
  const path = inside(parentOf(folder.path), name);
  if (isFolderThere(room.id, path, folder.path)) return { text: FOLDER_IS_THERE };
  await service.folders.edit(room.id, folder.id ?? '', { path });
  return undefined;
}

/** Says that a file got another name, which *Undo* takes back. */
export const sayRenamedFile = ({ id, room_id: roomId, folder, name: before }: RoomFile, name: string): void =>
  toastWithUndo(isolateNames`${before} is called ${name} now.`, async () => {
    const back = [{ id, name, from: { folder, name }, to: { folder, name: before } }];
    const { moves, numbered } = await numberedMoves(roomId, back);
    const failed = await moveEach(roomId, moves);
    wantListFocus({ file: id });
    await readFilesAgain(roomId);
    return failed.length > 0
      ? failedSentence(failed)
      : isolateNames`${before} has its name again.` + numberedSentence(numbered);
  });

/** Like `sayRenamedFile`. */
export const sayRenamedFolder = (room: Room, { id = '', path, name: before }: Folder, name: string): void =>
  toastWithUndo(isolateNames`The folder ${before} is called ${name} now.`, async () => {
    await service.folders.edit(room.id, id, { path });
    wantListFocus({ folder: path });
    await readFilesAgain(room.id);
    return isolateNames`The folder ${before} has its name again.`;
  });
