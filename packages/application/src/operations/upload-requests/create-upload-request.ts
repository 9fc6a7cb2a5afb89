import {
  allows,
  DomainError,
  DRAFT_LIFE,
  decide,
  expiryAfter,
  type FileId,
  FolderId,
  formatInstant,
  type KeyThumbprint,
  makeRoomForRequest,
  plus,
  type RequestBytes,
  type RequestFiles,
  type RequestMessage,
  type RoomId,
  requestHasEnded,
  type ShareSeconds,
  TOP_FOLDER,
  type UploadRequest,
  type UploadRequestId,
} from '@strongroom/domain';
import { KeyDestroyed } from '@strongroom/ports';
import type { KeyGrant } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { type InRoom, inRoom, lookInRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import type { AtRoom } from '../../kernel/sight.ts';
import { folderTarget, requestTarget } from '../../kernel/targets.ts';
import {
  type DecidedGrant,
  draftGrant,
  type GrantDeps,
  type GrantTo,
  signGrant,
} from '../../steps/files/key-grants.ts';
import { folderRef } from '../../steps/requests/at-request.ts';
import { requestsSeen, type UploadRequestSeen } from '../../steps/requests/request-seen.ts';
import { requestsToAddTo } from '../../steps/requests/requests-to-add-to.ts';
import { refTo } from '../../store/collection.ts';
import { folderKey, folders } from '../../store/folders.ts';
import { rooms } from '../../store/rooms.ts';
import { uploadRequests } from '../../store/upload-requests.ts';

type CreateUploadRequestInput = Readonly<{
  roomId: RoomId;
  folderId?: string | undefined;
  expiresIn: ShareSeconds;
  maxFiles: RequestFiles;
  maxBytes: RequestBytes;
  message?: RequestMessage | undefined;
  client?: KeyThumbprint | undefined;
}>;

type CreateDeps = OperationDeps & GrantDeps & Pick<Deps, 'documents' | 'ids' | 'keys' | 'orgId'>;

/** A draft with the wrapped key for its private half. */
export type DraftRequest = UploadRequestSeen & KeyGrant;

type Made = Readonly<{ request: UploadRequest; grant: DecidedGrant; seen: InRoom }>;
/** A repeated request made nothing; it names the draft of the first one. */
type Answered = Readonly<{ id: UploadRequestId; made?: Made }>;

/**
 * Makes a draft of an upload request and a data key for its private half. It works once it is opened, within a day.
 * Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, FOLDER_NOT_FOUND, LIMIT_REACHED, KEY_DESTROYED.
 */
export const createUploadRequest =
  (deps: CreateDeps) =>
  async (ctx: SignedIn, input: CreateUploadRequestInput): Promise<DraftRequest> => {
    const { roomId } = input;
    const folderId = input.folderId === undefined ? null : idOrRandom(FolderId, input.folderId, deps.ids);
    const refs = folderId === null ? [] : [folderRef(folderId)];
    const folderOf = (snapshot: Snapshot) =>
      folderId === null ? undefined : snapshot.findBy(folders, folderKey(folderId));
    // A hidden folder is answered like one that does not exist.
    const placeIn = (snapshot: Snapshot, at: AtRoom) => {
      const folder = folderOf(snapshot);
      return folder !== undefined && allows('folder.see', { ...at, folder }) ? folder.path : TOP_FOLDER;
    };
    const decision = {
      action: 'upload_request.create',
      facts: (snapshot: Snapshot, at: AtRoom) => ({ place: placeIn(snapshot, at) }),
    } as const;
    const assertFolder = (snapshot: Snapshot, seen: InRoom): void => {
      if (folderId === null) return;
      const folder = folderOf(snapshot);
      permit(decide('folder.see', { ...seen, folder }), folderTarget(folderId, folder, seen.room), seen.room.id);
    };
    const id = deps.ids.uuid<UploadRequestId>();
    // Wrapping may take seconds, so the binding decision comes after it.
    const look = () => lookInRoom(deps, ctx, roomId, { ...decision, refs });
    const { seen } = await look();
    const wrapped = await deps.keys
      .wrapNewDataKey(seen.room.kmsKeyId, { orgId: deps.orgId, roomId, fileId: fileIdOf(id) })
      .catch(async (error: unknown) => {
        if (!(error instanceof KeyDestroyed)) throw error;
        await look(); // If the room was deleted since, a second look finds nothing.
        throw new DomainError('KEY_DESTROYED');
      });
    const grantTo = draftGrant(deps, 'seal', input.client);
    const others = requestsToAddTo(deps, roomId);
    const answered = await inRoom(deps, ctx, roomId, {
      ...decision,
      refs,
      serializeOn: roomId,
      replay: idOnly,
      loadAllowed: others.load,
      apply: (uow, found): Answered => {
        const { membership, room, user } = found;
        if (membership === undefined) throw new DomainError('ROOM_NOT_FOUND');
        assertFolder(uow, found);
        const now = deps.clock.now();
        const isOver = (request: UploadRequest): boolean => requestHasEnded(request, now);
        for (const ended of makeRoomForRequest(others.of(uow), isOver)) uow.remove(uploadRequests, ended.id);
        // Every other request, every end of a membership, archival and deletion replace the room.
        uow.put(rooms, room);
        const request: UploadRequest = {
          id,
          roomId,
          folderId,
          ...(input.message !== undefined && { message: input.message }),
          createdBy: user.id,
          createdAt: now,
          creatorEpoch: user.epoch,
          creatorMembershipId: membership.id,
          expiresAt: expiryAfter(now, input.expiresIn),
          maxFiles: input.maxFiles,
          maxBytes: input.maxBytes,
          wrappedDek: wrapped.wrappedDek,
          kmsKeyId: wrapped.kmsKeyId,
          wrappedDekAad: wrapped.aad ?? null,
          opened: null,
          revokedAt: null,
          received: { files: 0, bytes: 0 },
          waiting: 0,
          announced: [],
        };
        uow.put(uploadRequests, request);
        uow.schedule({ kind: 'forget-draft', data: { requestId: id }, dueAt: plus(now, DRAFT_LIFE) });
        const to = grantTo({ user });
        const event = uow.record({
          type: 'upload_request.created',
          target: requestTarget(request, room),
          data: {
            expires_at: formatInstant(request.expiresAt),
            max_files: request.maxFiles,
            max_bytes: request.maxBytes,
            ...to.data,
          },
        });
        return { id, made: { request, grant: grantFor(to, event, request, room), seen: found } };
      },
    });
    const made = answered.made ?? (await again(deps, ctx, input, answered.id));
    const [answer] = await requestsSeen(deps, made.seen, [made.request], true);
    if (answer === undefined) throw new TypeError('an upload request was answered without being seen');
    return { ...answer, ...signGrant(deps, made.grant) };
  };

const grantFor = (
  to: GrantTo,
  event: Parameters<GrantTo['decided']>[0],
  { id, roomId, kmsKeyId, wrappedDek }: UploadRequest,
  { label }: Pick<InRoom['room'], 'label'>,
): DecidedGrant => to.decided(event, { id: fileIdOf(id), roomId, effectiveLabel: label, kmsKeyId, wrappedDek }, label);

/** The key of a request is wrapped and granted like that of a file with its id. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are UUIDs, and no file has the id of a request
export const fileIdOf = (id: UploadRequestId): FileId => id as string as FileId;

/** The draft of an earlier request, with a key that is granted again. Throws REQUEST_NOT_FOUND, REQUEST_OPENED, REQUEST_REVOKED. */
function again(
  deps: CreateDeps,
  ctx: SignedIn,
  { roomId, client }: CreateUploadRequestInput,
  id: UploadRequestId,
): Promise<Made> {
  const grantTo = draftGrant(deps, 'seal', client);
  return inRoom(deps, ctx, roomId, {
    action: 'upload_request.list',
    refs: [refTo(uploadRequests, id)],
    apply: (uow, seen): Made => {
      const request = uow.find(uploadRequests, id);
      if (request === undefined || request.createdBy !== seen.user.id) throw new DomainError('REQUEST_NOT_FOUND');
      // Only a draft needs its key: that of an opened request opens what was sent.
      if (request.revokedAt !== null) throw new DomainError('REQUEST_REVOKED');
      if (request.opened !== null) throw new DomainError('REQUEST_OPENED');
      const to = grantTo({ user: seen.user });
      const event = uow.record({
        type: 'upload_request.created',
        target: requestTarget(request, seen.room),
        data: { replayed: true, ...to.data },
      });
      return { request, grant: grantFor(to, event, request, seen.room), seen };
    },
  });
}

/** No key material is stored. */
const idOnly: Replay<Answered> = {
  store: ({ id }) => ({ id }),
  restore: ({ id }: { id: UploadRequestId }) => ({ id }),
};
