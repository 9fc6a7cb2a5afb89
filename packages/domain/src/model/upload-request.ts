import type { GcmTag, Iv, KmsKeyId, SecretHash, WrappedKey } from '../values/crypto.ts';
import { DomainError } from '../values/errors.ts';
import type { FileId, FolderId, MembershipId, RoomId, UploadRequestId, UserId } from '../values/ids.ts';
import type { MediaType } from '../values/media-type.ts';
import type { FileSize, RequestBytes, RequestFiles } from '../values/numbers.ts';
import type { EncryptedPrivateKey, RequestPublicKey, SealedToRequest } from '../values/request-key.ts';
import type { RefusalReason } from '../values/roles.ts';
import type { FileName, RequestMessage, SenderName, SenderNote } from '../values/text.ts';
import { DAY, type Instant, plus } from '../values/time.ts';

/** A request that was not opened ends this long after it was made. */
export const DRAFT_LIFE = DAY;
/** Uploads that may be announced at the same time through one request, and of these from one address. */
export const MAX_ANNOUNCED = 20;
export const MAX_ANNOUNCED_PER_ADDRESS = 5;
/** Maximum number of requests of a room that have not ended, and of ended ones that are kept. */
export const MAX_LIVING_REQUESTS = 200;
export const MAX_ENDED_REQUESTS = 200;

/** The key of a request and the secret of its link. The private half is encrypted under the data key of the request. */
type Opened = Readonly<{
  publicKey: RequestPublicKey;
  privateKey: EncryptedPrivateKey;
  iv: Iv;
  tag: GcmTag;
  secretHash: SecretHash;
}>;

/** A file that a sender announced. It reserves its place and its size until its address ends. */
export type Announcement = Readonly<{
  id: FileId;
  name: FileName;
  contentType: MediaType;
  size: FileSize;
  /** Digest of the network of the sender. */
  from: string;
  requestedAt: Instant;
  until: Instant;
}>;

/**
 * A link through which people without an account send files to a room. INVARIANT: files and bytes that were received and are
 * announced stay within the maxima.
 */
export type UploadRequest = Readonly<{
  id: UploadRequestId;
  roomId: RoomId;
  /** The folder that the files are meant for; null for the top of the room. */
  folderId: FolderId | null;
  message?: RequestMessage;
  createdBy: UserId;
  createdAt: Instant;
  /** As with share links, a change of either ends the request for good. */
  creatorEpoch: number;
  creatorMembershipId: MembershipId;
  expiresAt: Instant;
  maxFiles: RequestFiles;
  maxBytes: RequestBytes;
  wrappedDek: WrappedKey;
  kmsKeyId: KmsKeyId;
  wrappedDekAad: string | null;
  /** Null for a draft. */
  opened: Opened | null;
  revokedAt: Instant | null;
  /** Confirmed files, also those that were refused since. */
  received: Readonly<{ files: number; bytes: number }>;
  /** Number of received files that wait in the inbox. */
  waiting: number;
  /** Absent where nothing was received since it is noted. */
  lastReceivedAt?: Instant;
  announced: readonly Announcement[];
}>;

type ItemCore = Readonly<{
  id: FileId;
  roomId: RoomId;
  requestId: UploadRequestId;
  /** Folder of the request. */
  folderId: FolderId | null;
  receivedAt: Instant;
}>;

/** A file that was sent. Only the client of a reader can tell whether its sealed key opens it. */
export type WaitingItem = ItemCore &
  Readonly<{
    status: 'waiting';
    name: FileName;
    contentType: MediaType;
    size: FileSize;
    iv: Iv;
    tag: GcmTag;
    /** Name of the sealed object. */
    sealed: string;
    sealedKey: SealedToRequest;
    /** Words of the sender, which are not checked. */
    sender?: SenderName;
    note?: SenderNote;
  }>;

/** An item that was taken into the room or refused: its name, the words of its sender and its sealed key are erased. */
export type HandledItem = ItemCore &
  Readonly<{ status: 'accepted' | 'refused'; handledAt: Instant; fileId?: FileId; reason?: RefusalReason }>;

export type InboxItem = WaitingItem | HandledItem;

export type UploadRequestStatus = 'draft' | 'active' | 'revoked' | 'expired' | 'full';

export const isRequestExpired = ({ expiresAt }: Pick<UploadRequest, 'expiresAt'>, now: Instant): boolean =>
  now >= expiresAt;

/** Whether nothing more is received, however many announced files end. */
export const isRequestFull = ({
  received,
  maxFiles,
  maxBytes,
}: Pick<UploadRequest, 'received' | 'maxFiles' | 'maxBytes'>): boolean =>
  received.files >= maxFiles || received.bytes >= maxBytes;

export const isDraftOver = ({ opened, createdAt }: UploadRequest, now: Instant): boolean =>
  opened === null && now >= plus(createdAt, DRAFT_LIFE);

/** Whether the request can never receive anything again, whatever its maker may do. */
export const requestHasEnded = (request: UploadRequest, now: Instant): boolean =>
  request.revokedAt !== null || isRequestExpired(request, now) || isRequestFull(request) || isDraftOver(request, now);

/** If several apply: revoked before expired before full. */
export function uploadRequestStatus(request: UploadRequest, makerStillMay: boolean, now: Instant): UploadRequestStatus {
  if (request.revokedAt !== null || !makerStillMay) return 'revoked';
  if (isRequestExpired(request, now)) return 'expired';
  if (request.opened === null) return 'draft';
  return isRequestFull(request) ? 'full' : 'active';
}

/** The announcements whose addresses have not ended. */
const announcedAt = ({ announced }: UploadRequest, now: Instant): readonly Announcement[] =>
  announced.filter(({ until }) => now < until);

/** Places and bytes that are neither received nor reserved. */
export function leftOf(request: UploadRequest, now: Instant): Readonly<{ files: number; bytes: number }> {
  const reserved = announcedAt(request, now);
  const bytes = reserved.reduce((sum, { size }) => sum + size, request.received.bytes);
  return {
    files: Math.max(request.maxFiles - request.received.files - reserved.length, 0),
    bytes: Math.max(request.maxBytes - bytes, 0),
  };
}

/** Reserves a place for a file. Throws REQUEST_FULL, TOO_MANY_UPLOADS. */
export function announce(request: UploadRequest, sent: Announcement, now: Instant): UploadRequest {
  const announced = announcedAt(request, now);
  const left = leftOf(request, now);
  if (left.files === 0 || sent.size > left.bytes) throw new DomainError('REQUEST_FULL');
  const ofOne = announced.filter(({ from }) => from === sent.from);
  if (announced.length >= MAX_ANNOUNCED || ofOne.length >= MAX_ANNOUNCED_PER_ADDRESS)
    throw new DomainError('TOO_MANY_UPLOADS', { message: TOO_MANY });
  return { ...request, announced: [...announced, sent] };
}

const TOO_MANY =
  `A request takes ${MAX_ANNOUNCED} uploads at a time, and ${MAX_ANNOUNCED_PER_ADDRESS} from one address; ` +
  'try again when one has ended.';

/** The announcement with that id. Throws FILE_NOT_FOUND for one that is unknown or has ended. */
export function announcementOf(request: UploadRequest, id: FileId, now: Instant): Announcement {
  const found = announcedAt(request, now).find((one) => one.id === id);
  if (found === undefined) throw new DomainError('FILE_NOT_FOUND');
  return found;
}

type Sent = Pick<WaitingItem, 'iv' | 'tag' | 'sealed' | 'sealedKey' | 'sender' | 'note'>;

/** Turns an announced file into an item of the inbox. Throws FILE_NOT_FOUND. */
export function receiveFile(
  request: UploadRequest,
  id: FileId,
  sent: Sent,
  now: Instant,
): Readonly<{ request: UploadRequest; item: WaitingItem }> {
  const { name, contentType, size } = announcementOf(request, id, now);
  const { roomId } = request;
  const item = {
    id,
    roomId,
    requestId: request.id,
    folderId: request.folderId,
    receivedAt: now,
    status: 'waiting',
    name,
    contentType,
    size,
    ...sent,
  } as const;
  const received = { files: request.received.files + 1, bytes: request.received.bytes + size };
  const announced = request.announced.filter((one) => one.id !== id);
  return { request: { ...request, received, announced, waiting: request.waiting + 1, lastReceivedAt: now }, item };
}

/** Opens a draft. Opening it again with the same key changes nothing. Throws REQUEST_OPENED. */
export function openRequest(request: UploadRequest, opened: Opened): UploadRequest {
  if (request.opened === null) return { ...request, opened };
  throw new DomainError('REQUEST_OPENED');
}

/** Revoking a revoked request changes nothing. */
export const revokeRequest = (request: UploadRequest, at: Instant): UploadRequest =>
  request.revokedAt === null ? { ...request, revokedAt: at } : request;

/** Ends an item. Ending it again in the same way changes nothing, nor does another reason. Throws ITEM_HANDLED for the other way. */
export function handleItem(
  item: InboxItem,
  how: Readonly<{ status: 'accepted'; fileId: FileId } | { status: 'refused'; reason?: RefusalReason }>,
  now: Instant,
): HandledItem {
  if (item.status === 'waiting') {
    const { id, roomId, requestId, folderId, receivedAt } = item;
    return { id, roomId, requestId, folderId, receivedAt, handledAt: now, ...how };
  }
  if (item.status !== how.status) throw new DomainError('ITEM_HANDLED');
  return item;
}

/** Counts an item that was handled. */
export const countHandled = (request: UploadRequest): UploadRequest => ({
  ...request,
  waiting: Math.max(request.waiting - 1, 0),
});

/**
 * Makes room for one more request of a room. Returns the ended ones to remove, which have no waiting items. `requests` are all of
 * the room, the oldest first. Throws LIMIT_REACHED.
 */
export function makeRoomForRequest(
  requests: readonly UploadRequest[],
  isOver: (request: UploadRequest) => boolean,
): readonly UploadRequest[] {
  const ended = requests.filter((one) => isOver(one) && one.waiting === 0);
  const kept = requests.filter((one) => !isOver(one));
  if (kept.length >= MAX_LIVING_REQUESTS)
    throw new DomainError('LIMIT_REACHED', {
      message: `A room has at most ${MAX_LIVING_REQUESTS} upload requests that work; revoke one first.`,
    });
  return ended.slice(0, Math.max(ended.length - MAX_ENDED_REQUESTS, 0));
}
