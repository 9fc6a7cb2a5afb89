import {
  allows,
  idOf,
  type RoomId,
  revokeRequest,
  type UploadRequest,
  UploadRequestId,
  UserId,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { absentId } from '../../kernel/ids.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type InRequest, inRequest } from '../../steps/requests/at-request.ts';
import { requestsSeen, type UploadRequestSeen } from '../../steps/requests/request-seen.ts';
import { requestsOfRoom, requestsOfRoomBy, uploadRequests } from '../../store/upload-requests.ts';

type RequestDeps = OperationDeps & Pick<Deps, 'documents'>;
type Named = Readonly<{ requestId: UploadRequestId }>;

/** One upload request. Throws REQUEST_NOT_FOUND. */
export const getUploadRequest =
  (deps: RequestDeps) =>
  async (ctx: SignedIn, { requestId }: Named): Promise<UploadRequestSeen> =>
    answered(
      deps,
      await inRequest(deps, ctx, requestId, {
        action: 'upload_request.see',
        apply: (_, at) => ({ at, request: at.request }),
      }),
    );

/** Ends a request for good. Revoking a revoked one changes nothing. Throws REQUEST_NOT_FOUND. */
export const revokeUploadRequest =
  (deps: RequestDeps) =>
  async (ctx: SignedIn, { requestId }: Named): Promise<UploadRequestSeen> =>
    answered(
      deps,
      await inRequest(deps, ctx, requestId, {
        action: 'upload_request.revoke',
        serializeOn: requestId,
        apply: (uow, at, target) => {
          const request = revokeRequest(at.request, deps.clock.now());
          if (request !== at.request) {
            uow.put(uploadRequests, request);
            uow.record({ type: 'upload_request.revoked', target });
          }
          return { at, request };
        },
      }),
    );

async function answered(
  deps: RequestDeps,
  { at, request }: Readonly<{ at: InRequest; request: UploadRequest }>,
): Promise<UploadRequestSeen> {
  const [seen] = await requestsSeen(deps, at, [request], true);
  if (seen === undefined) throw new TypeError('an upload request was answered without being seen');
  return seen;
}

/**
 * The upload requests of a room, newest first: all for its owners, their own for other members. Throws ROOM_NOT_FOUND,
 * INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR.
 */
export const listUploadRequests =
  (deps: RequestDeps & Pick<Deps, 'lists'>) =>
  async (
    ctx: SignedIn,
    { roomId, ...page }: PageRequest & Readonly<{ roomId: RoomId }>,
  ): Promise<ListedPage<UploadRequestSeen>> => {
    deps.lists.check('upload-requests', page);
    const found = await inRoom(deps, ctx, roomId, { action: 'upload_request.list', apply: (_, seen) => seen });
    const key = seesAllRequests(found, roomId) ? requestsOfRoom(roomId) : requestsOfRoomBy(roomId, found.user.id);
    const { items, meta } = await deps.lists.page(
      { name: `upload-requests:${key}`, collection: uploadRequests, selection: { anyOf: [key] } },
      page,
    );
    return { items: await requestsSeen(deps, found, items, page.may === true), meta };
  };

type InRoom = Parameters<typeof requestsSeen>[1];

/** Whether the caller sees the requests that others made. */
export const seesAllRequests = (at: InRoom, roomId: RoomId): boolean =>
  allows('upload_request.find', { ...at, request: anothers(roomId), requestPlace: undefined });

const anothers = (roomId: RoomId) => ({
  id: absentId(UploadRequestId, roomId),
  roomId,
  createdBy: absentId(UserId, roomId),
  creatorMembershipId: idOf('MembershipId', ''),
});
