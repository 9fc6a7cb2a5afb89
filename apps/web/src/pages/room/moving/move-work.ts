import type { File as RoomFile } from '@strongroom/client';
import { service } from '../../../base/service.ts';
import { isFolderShown, showFolder } from '../../../base/show-folder.ts';
import { toast } from '../../../design/toasts.tsx';
import { changeEach, failedSentence } from '../base/change-each.ts';
import { formatCounts } from '../base/counted.ts';
import type { Folder } from '../base/folders.ts';
import { readFilesAgain } from '../base/room-files.ts';
import { wantListFocus } from '../file-list/list-focus.ts';
import { makeFolders, removeFolders } from './folder-work.ts';
import { moveEach } from './move-each.ts';
import { type FolderMove, type PlannedMove, reverseFileMoves, reverseFolderMoves } from './moving.ts';
import { numberedMoves, numberedSentence } from './numbered-moves.ts';

/** Runs a move: folders with one request each, then files one by one, then the deletion of folders that became empty. */
export type MovePlan = Readonly<{
  folders: readonly FolderMove[];
  files: readonly PlannedMove[];
  replaced: readonly Pick<RoomFile, 'id' | 'name' | 'folder'>[];
  /** Folders whose files go into others of the same name, and the places of the folders in them. */
  merged: readonly Folder[];
  made: readonly string[];
}>;

type Moved = Readonly<{ folders: readonly FolderMove[]; files: readonly PlannedMove[]; failure: string | undefined }>;

const changeFolder =
  (roomId: string) =>
  ({ id, to }: FolderMove): Promise<unknown> =>
    service.folders.edit(roomId, id, { path: to });

export async function moveRows(roomId: string, plan: MovePlan, onDone: (count: number) => void): Promise<Moved> {
  // First, because it may be refused: then nothing has moved.
  await makeFolders(roomId, plan.made);
  const count = plan.folders.length;
  const failedFolders = await changeEach(plan.folders, changeFolder(roomId), onDone);
  const failedFiles = await moveEach(roomId, plan.files, (done) => onDone(count + done));
  const files = plan.files.filter((one) => failedFiles.every(({ item }) => item !== one));
  const replaced = plan.replaced.filter((file) =>
    files.some(({ to }) => to.folder === file.folder && to.name.toLowerCase() === file.name.toLowerCase()),
  );
  await changeEach(replaced, ({ id }) => service.files.delete(id));
  // One that still holds something stays, as does the file in it that was left where it is.
  await removeFolders(roomId, plan.merged);
  const failed = [...failedFolders, ...failedFiles];
  return {
    folders: plan.folders.filter((one) => failedFolders.every(({ item }) => item !== one)),
    files,
    failure: failed.length === 0 ? undefined : failedSentence(failed),
  };
}

/** "3 files and 1 folder", or the name of a single one. */
function nameOfMoved({ folders, files }: Pick<Moved, 'folders' | 'files'>): string {
  const [folder, file] = [folders[0], files[0]];
  if (folders.length + files.length === 1)
    return folder === undefined ? (file?.to.name ?? '') : `The folder ${folder.name}`;
  return formatCounts(files.length, folders.length);
}

type Undoing = Readonly<{
  target: string;
  canUndo: boolean;
  /** Called after a move was undone, with the ids of files and folders that are back under their names. */
  onBack: (ids: ReadonlySet<string>) => void;
}>;

/** Says what was moved, and leads there or undoes it. */
export function showMoveOutcome(roomId: string, moved: Moved, { target, canUndo, onBack }: Undoing): void {
  if (moved.failure !== undefined) toast(moved.failure, 'danger');
  const count = moved.folders.length + moved.files.length;
  if (count === 0) return;
  const what = nameOfMoved(moved);
  const isHere = isFolderShown(roomId, target);
  const [folder, file] = [moved.folders[0], moved.files[0]];
  if (isHere) {
    if (folder !== undefined) wantListFocus({ folder: folder.to });
    else if (file !== undefined) wantListFocus({ file: file.id });
  }
  const undo = async (): Promise<void> => {
    const failedFolders = await changeEach(reverseFolderMoves(moved.folders), changeFolder(roomId));
    const { moves, numbered } = await numberedMoves(roomId, reverseFileMoves(moved.files));
    const failed = [...failedFolders, ...(await moveEach(roomId, moves))];
    await readFilesAgain(roomId);
    const elsewhere = new Set([...failed.map(({ item }) => item.id), ...numbered.map(({ move }) => move.id)]);
    onBack(new Set([...moved.folders, ...moved.files].map(({ id }) => id).filter((id) => !elsewhere.has(id))));
    if (failed.length > 0) toast(failedSentence(failed), 'danger');
    else toast(`${what} ${count === 1 ? 'is' : 'are'} back.${numberedSentence(numbered)}`);
  };
  toast(`${what} moved to ${target === '' ? 'the top of the room' : target}.`, 'good', [
    ...(isHere ? [] : [{ name: 'Show', run: () => showFolder(roomId, target) }]),
    ...(canUndo ? [{ name: 'Undo', run: () => void undo() }] : []),
  ]);
}
