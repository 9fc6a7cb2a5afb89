import { service } from '../../../base/service.ts';
import { changeEach, changeTogether, type FailedChange } from '../base/change-each.ts';
import type { PlannedMove } from './moving.ts';

const changeFile = ({ id, from, to }: PlannedMove): Promise<unknown> =>
  service.files.edit(id, {
    ...(from.folder !== to.folder && { folder: to.folder }),
    ...(from.name !== to.name && { name: to.name }),
  });

/** The id of a folder of the room; null for the top, undefined where none is there. */
async function idOfFolder(roomId: string, path: string): Promise<string | null | undefined> {
  if (path === '') return null;
  const { data } = await service.files.folders(roomId, { prefix: path, per_page: 1 }).page();
  return data[0]?.path === path ? (data[0].id ?? undefined) : undefined;
}

/** Moves files that keep their names, a hundred with one request. */
async function moveMany(
  roomId: string,
  moves: readonly PlannedMove[],
  onDone: (count: number) => void,
): Promise<readonly FailedChange<PlannedMove>[]> {
  // If the list fails, each file says why.
  const folderId = await idOfFolder(roomId, moves[0]?.to.folder ?? '').catch(() => undefined);
  if (folderId === undefined) return changeEach(moves, changeFile, onDone);
  const send = (part: readonly PlannedMove[]) =>
    service.files.moveMany(roomId, { items: part.map(({ id }) => ({ file_id: id })), folder_id: folderId });
  return changeTogether(moves, send, onDone);
}

/** Moves and renames files. Those that go to one folder go together. */
export async function moveEach(
  roomId: string,
  moves: readonly PlannedMove[],
  onDone: (count: number) => void = () => undefined,
): Promise<readonly FailedChange<PlannedMove>[]> {
  const together = new Map<string | undefined, PlannedMove[]>();
  for (const move of moves) {
    const folder = move.from.name === move.to.name ? move.to.folder : undefined;
    const some = together.get(folder);
    if (some === undefined) together.set(folder, [move]);
    else some.push(move);
  }
  const failed: FailedChange<PlannedMove>[] = [];
  let done = 0;
  for (const [folder, some] of together) {
    const tell = (count: number): void => onDone(done + count);
    const isAlone = folder === undefined || some.length === 1;
    failed.push(...(await (isAlone ? changeEach(some, changeFile, tell) : moveMany(roomId, some, tell))));
    done += some.length;
  }
  return failed;
}
