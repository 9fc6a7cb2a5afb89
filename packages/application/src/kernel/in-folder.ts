import { type Folder, type FolderId, isThere, type LiveRoom, type RoomId } from '@strongroom/domain';
import { refBy } from '../store/collection.ts';
import { folderKey, folders } from '../store/folders.ts';
import type { SignedIn } from './context.ts';
import type { Snapshot } from './identity-map.ts';
import { type OperationDeps, type OperationSubject, operationsOn } from './operation-on.ts';
import { type AtRoom, atRoom, roomRefs } from './sight.ts';
import { folderTarget } from './targets.ts';

export type AtFolder = AtRoom & Readonly<{ folder: Folder | undefined }>;
export type InFolder = AtFolder & Readonly<{ room: LiveRoom; folder: Folder }>;

export type FolderPlace = Readonly<{ roomId: RoomId; folderId: FolderId }>;

export const atFolder = (
  deps: OperationDeps,
  ctx: SignedIn,
  { roomId, folderId }: FolderPlace,
  snapshot: Snapshot,
): AtFolder => ({
  ...atRoom(deps, snapshot, ctx, roomId),
  folder: snapshot.findBy(folders, folderKey(folderId)),
});

/** Runs an operation on a folder the caller sees. */
export const inFolder = operationsOn(
  (deps, ctx, place: FolderPlace): OperationSubject<AtFolder, InFolder> => ({
    refs: [...roomRefs(ctx, place.roomId), refBy(folders, folderKey(place.folderId))],
    find: (snapshot) => atFolder(deps, ctx, place, snapshot),
    target: ({ folder, room }) => folderTarget(place.folderId, folder, room),
    namedRoom: place.roomId,
    seen: (found) => {
      const { room, folder } = found;
      if (!isThere(room) || folder === undefined)
        throw new TypeError('an operation on a folder was allowed without a folder');
      return { ...found, room, folder };
    },
  }),
).operate;
