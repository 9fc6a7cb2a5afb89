import {
  type FileId,
  FolderId,
  type FolderPath,
  type InboxItem,
  isThere,
  type LiveRoom,
  type RoomId,
  type Target,
  type UploadRequest,
  UploadRequestId,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { absentId } from '../../kernel/ids.ts';
import { type OperationDeps, type OperationSubject, operationsOn } from '../../kernel/operation-on.ts';
import { type AtRoom, atRoom, roomRefs } from '../../kernel/sight.ts';
import { requestTarget, unknownRequestTarget } from '../../kernel/targets.ts';
import { refTo } from '../../store/collection.ts';
import { inboxItems, uploadRequests } from '../../store/upload-requests.ts';
import { folderRef, pathOf } from './at-request.ts';

export type AtItem = AtRoom &
  Readonly<{
    item: InboxItem | undefined;
    request: UploadRequest | undefined;
    requestPlace: FolderPath | undefined;
  }>;
export type InItem = AtItem & Readonly<{ item: InboxItem; request: UploadRequest; room: LiveRoom }>;

export type ItemPlace = Readonly<{ roomId: RoomId; itemId: FileId }>;

/** Facts about an item; round one found its request and its folder. */
export function atItem(deps: OperationDeps, snapshot: Snapshot, ctx: SignedIn, { roomId, itemId }: ItemPlace): AtItem {
  const found = snapshot.find(inboxItems, itemId);
  // An item that arrived after round one is treated as absent.
  const item = found?.requestId === ctx.located.requestId ? found : undefined;
  const request = item && snapshot.find(uploadRequests, item.requestId);
  return {
    ...atRoom(deps, snapshot, ctx, roomId),
    item,
    request,
    requestPlace: item && pathOf(snapshot, item.folderId),
  };
}

/** Runs an operation on an item of the inbox that the caller sees. Throws ITEM_NOT_FOUND. */
export const inItem = operationsOn(
  (deps, ctx, place: ItemPlace): OperationSubject<AtItem, InItem> => ({
    refs: [
      ...roomRefs(ctx, place.roomId),
      refTo(inboxItems, place.itemId),
      refTo(uploadRequests, ctx.located.requestId ?? absentId(UploadRequestId, place.itemId)),
      folderRef(ctx.located.folderId ?? absentId(FolderId, place.itemId)),
    ],
    find: (snapshot) => atItem(deps, snapshot, ctx, place),
    // Refuses items of other rooms.
    target: ({ item, request, room }): Target =>
      item === undefined || request === undefined || room === undefined
        ? unknownRequestTarget(place.itemId)
        : requestTarget(request, room),
    namedRoom: place.roomId,
    seen: (found) => {
      const { room, item, request } = found;
      if (!isThere(room) || item === undefined || request === undefined)
        throw new TypeError('an operation on an item of the inbox was allowed without one');
      return { ...found, room, item, request };
    },
  }),
).operate;
