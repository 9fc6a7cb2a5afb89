import { decide, type Folder, type FolderPath, isThere, type RoomId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Known, Snapshot } from '../../kernel/identity-map.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutField } from '../../kernel/replay.ts';
import { type AtRoom, atRoom } from '../../kernel/sight.ts';
import { type FolderSeen, oneFolderSeen } from '../../steps/folders/folders-seen.ts';
import { assertKept, KEPT_REF } from '../../steps/folders/kept-folders.ts';
import { WayToFolder } from '../../steps/folders/way-to-folder.ts';
import { folders } from '../../store/folders.ts';
import { rooms } from '../../store/rooms.ts';

type CreateFolderInput = Readonly<{ roomId: RoomId; path: FolderPath }>;

export type FolderMade = Readonly<{ folder: FolderSeen; isNew: boolean }>;

/** `at`: the room as it is now for the caller. */
type Made = Readonly<{ folder: Folder; isNew: boolean; at?: AtRoom }>;

/**
 * Makes a folder and those missing above it. One that the caller sees is the answer, in its own spelling. One that they do not see
 * becomes theirs, as if it had not been there. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, LIMIT_REACHED,
 * Unavailable.
 */
export const createFolder =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  async (ctx: SignedIn, { roomId, path }: CreateFolderInput): Promise<FolderMade> => {
    const way = new WayToFolder(deps, roomId, path);
    const mayCreate = (snapshot: Snapshot): boolean =>
      decide('folder.create', { ...atRoom(deps, snapshot, ctx, roomId), place: path }).effect === 'allow';
    const { folder, isNew, at } = await inRoom(deps, ctx, roomId, {
      action: 'folder.create',
      facts: () => ({ place: path }),
      refs: [KEPT_REF],
      serializeOn: roomId,
      // Only for a caller who may make folders: the work tells nothing of a hidden room.
      loadMore: (snapshot) => (mayCreate(snapshot) ? way.load() : NOTHING),
      replay: { store: (made) => withoutField(made, 'at'), restore: (kept: Made): Made => kept },
      complete: (made, present) => ({ ...made, at: present() }),
      apply: (uow, found): Made => {
        assertKept(uow);
        const { steps } = way.find(uow, found);
        const made = way.make(deps, uow, found, steps);
        // Archival and deletion replace the room.
        uow.expect(rooms, roomId);
        const last = steps.at(-1)?.folder;
        if (last === undefined || steps.at(-1)?.isSeen !== true) return { folder: lastOf(made), isNew: true };
        if (last.isDeclared) return { folder: last, isNew: false };
        const declared = { ...last, isDeclared: true };
        uow.put(folders, declared);
        return { folder: declared, isNew: false };
      },
    });
    if (at === undefined || !isThere(at.room)) throw new TypeError('a folder was made without a room');
    return { folder: await oneFolderSeen(deps, { ...at, room: at.room }, folder), isNew };
  };

const NOTHING: Promise<readonly Known[]> = Promise.resolve([]);

function lastOf(made: readonly Folder[]): Folder {
  const folder = made.at(-1);
  if (folder === undefined) throw new TypeError('no folder was made where one was missing');
  return folder;
}
