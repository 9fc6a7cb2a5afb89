import {
  type Action,
  type FolderId,
  FolderId as FolderIdValue,
  type FolderPath,
  type Instant,
  isDraftOver,
  isThere,
  type LiveRoom,
  type RoomId,
  type Target,
  TOP_FOLDER,
  type UploadRequest,
  type UploadRequestId,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { absentId } from '../../kernel/ids.ts';
import { type OperationDeps, type OperationOn, operateOn } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { type AtRoom, atRoom, roomRefs } from '../../kernel/sight.ts';
import { requestTarget, unknownRequestTarget } from '../../kernel/targets.ts';
import { refBy, refTo } from '../../store/collection.ts';
import { folderKey, folders } from '../../store/folders.ts';
import { uploadRequests } from '../../store/upload-requests.ts';

export type AtRequest = AtRoom & Readonly<{ request: UploadRequest | undefined; requestPlace: FolderPath | undefined }>;
export type InRequest = AtRequest & Readonly<{ request: UploadRequest; room: LiveRoom }>;

/** The folder of a request is found by id, so that a renamed one stays the same. */
export const folderRef = (folderId: FolderId): Ref => refBy(folders, folderKey(folderId));

/** The path of the folder that files are meant for; undefined where it is gone. `folderId` must have been read. */
export const pathOf = (snapshot: Snapshot, folderId: FolderId | null): FolderPath | undefined =>
  folderId === null ? TOP_FOLDER : snapshot.findBy(folders, folderKey(folderId))?.path;

/** A request that can still be seen. A draft that was not opened in time is treated as absent. */
export function requestIn(snapshot: Snapshot, requestId: UploadRequestId, now: Instant): UploadRequest | undefined {
  const request = snapshot.find(uploadRequests, requestId);
  return request !== undefined && isDraftOver(request, now) ? undefined : request;
}

export type RequestAction = Extract<
  Action,
  'upload_request.see' | 'upload_request.find' | 'upload_request.open' | 'upload_request.revoke'
>;

/** Runs an operation on an upload request that the caller sees. Throws REQUEST_NOT_FOUND. */
export function inRequest<T>(
  deps: OperationDeps,
  ctx: SignedIn,
  requestId: UploadRequestId,
  operation: OperationOn<RequestAction, AtRequest, InRequest, T>,
): Promise<T> {
  return onRequest(
    deps,
    ctx,
    { roomId: roomIdOfFile(ctx, requestId), requestId, folderId: ctx.located.folderId },
    operation,
  );
}

type Place = Readonly<{ roomId: RoomId; requestId: UploadRequestId; folderId?: FolderId | undefined }>;

function onRequest<T>(
  deps: OperationDeps,
  ctx: SignedIn,
  { roomId, requestId, folderId }: Place,
  operation: OperationOn<RequestAction, AtRequest, InRequest, T>,
): Promise<T> {
  return operateOn<RequestAction, AtRequest, InRequest, T>(
    deps,
    ctx,
    {
      refs: [
        ...roomRefs(ctx, roomId),
        refTo(uploadRequests, requestId),
        folderRef(folderId ?? absentId(FolderIdValue, requestId)),
      ],
      find: (snapshot) => {
        const found = requestIn(snapshot, requestId, deps.clock.now());
        // A request that was made after round one is treated as absent.
        const request = ctx.located.requestId === requestId ? found : undefined;
        return {
          ...atRoom(deps, snapshot, ctx, roomId),
          request,
          requestPlace: request && pathOf(snapshot, request.folderId),
        };
      },
      target: ({ request, room }): Target =>
        request === undefined || room === undefined ? unknownRequestTarget(requestId) : requestTarget(request, room),
      seen: (found) => {
        const { room, request } = found;
        if (!isThere(room) || request === undefined)
          throw new TypeError('an operation on an upload request was allowed without one');
        return { ...found, room, request };
      },
    },
    operation,
  );
}
