import {
  DomainError,
  endFence,
  type Folder,
  type FolderId,
  filesSeenIn,
  foldersSeenIn,
  holdsRestricted,
  type Instant,
  isAtOrBelow,
  isFenced,
  type LiveRoom,
  reachIn,
  setStructure,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type FolderPlace, type InFolder, inFolder } from '../../kernel/in-folder.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { assertKept, KEPT_REF } from '../../steps/folders/kept-folders.ts';
import { everyListed } from '../../store/every-listed.ts';
import { files, pendingOf } from '../../store/files.ts';
import { folders } from '../../store/folders.ts';
import { rooms } from '../../store/rooms.ts';

export type FolderGone = Readonly<{ id: FolderId; deletedAt: Instant }>;

/**
 * Deletes a folder in which the caller sees nothing. Callers who see something in it keep it, with another id, until that is gone. Throws
 * ROOM_NOT_FOUND, FOLDER_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, FOLDER_NOT_EMPTY, Unavailable.
 */
export const deleteFolder =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'ids'>) =>
  async (ctx: SignedIn, place: FolderPlace): Promise<FolderGone> => {
    const first = await inFolder(deps, ctx, place, { action: 'folder.delete', apply: (_, seen) => seen });
    const awaits = await awaitsUpload(deps, first);
    return inFolder(deps, ctx, place, {
      action: 'folder.delete',
      refs: [KEPT_REF],
      apply: (uow, found, target) => {
        assertKept(uow);
        const { folder } = found;
        const reach = reachIn(found);
        const seen = filesSeenIn(reach, folder) + foldersSeenIn(reach, folder);
        // Every owner sees the restricted folders below, also one that was deleted and holds a file above their clearance.
        if (seen > 0 || awaits || holdsRestricted(found.room, folder.path)) throw new DomainError('FOLDER_NOT_EMPTY');
        // With the same id, a later folder of that name would reveal that something hidden was left here.
        uow.put(folders, { ...folder, id: deps.ids.uuid<FolderId>(), isDeclared: false });
        const room = left(found.room, folder);
        // Archival and deletion replace the room.
        if (room === found.room) uow.expect(rooms, place.roomId);
        else uow.put(rooms, room);
        uow.record({ type: 'folder.deleted', target });
        return { id: folder.id, deletedAt: deps.clock.now() };
      },
    });
  };

/** A folder that still holds something stays restricted: nothing in it is shown to others. Its structure is forgotten. */
function left(room: LiveRoom, { path, files: held, folders: below }: Folder): LiveRoom {
  if (Object.keys(held).length > 0 || Object.keys(below).length > 0) return setStructure(room, path, 'open');
  return isFenced(room) ? endFence(room, path) : room;
}

/** Whether an upload of the caller goes to the folder or below it. Those of others do not count: they are hidden. */
async function awaitsUpload({ documents }: Pick<Deps, 'documents'>, { user, folder }: InFolder): Promise<boolean> {
  for await (const file of everyListed(documents, files, [pendingOf(user.id)]))
    if (file.status === 'pending' && file.roomId === folder.roomId && isAtOrBelow(file.folder, folder.path))
      return true;
  return false;
}
