import {
  type Announcement,
  announce,
  announcementOf,
  DomainError,
  FileId,
  type FileName,
  type FileSize,
  type GcmTag,
  type InboxItem,
  type Instant,
  type Iv,
  isSealedFor,
  type MediaType,
  receiveFile,
  type SealedToRequest,
  type SenderName,
  type SenderNote,
  type UploadRequest,
  type WaitingItem,
} from '@strongroom/domain';
import type { Visitor } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent, type Replay } from '../../kernel/idempotent.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { requesterAt } from '../../kernel/network.ts';
import { requestTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { REPLAYS_OF_LINKS } from '../../steps/links/replays.ts';
import {
  onPresentedRequest,
  type PresentedRequestDeps,
  requestWithSecret,
} from '../../steps/requests/on-presented-request.ts';
import { uploadKey } from '../../steps/uploads/blob-keys.ts';
import { sealUpload } from '../../steps/uploads/seal-upload.ts';
import { lastUploadAfter, uploadExpiry } from '../../steps/uploads/upload-life.ts';
import { refTo } from '../../store/collection.ts';
import { inboxItems, uploadRequests } from '../../store/upload-requests.ts';

type AnnounceInput = Readonly<{ secret: string; name: FileName; size: FileSize; contentType: MediaType }>;
type SendDeps = PresentedRequestDeps & Pick<Deps, 'blobs' | 'ids' | 'uploadUrlTtl'>;

/** An announced file, and the address of its ciphertext. */
export type AnnouncedFile = Readonly<{ id: FileId; url: string; expiresAt: Instant }>;

/**
 * Announces a file of a sender: reserves a place until the address ends. Throws REQUEST_NOT_FOUND, REQUEST_REVOKED,
 * REQUEST_EXPIRED, REQUEST_FULL, TOO_MANY_UPLOADS.
 */
export const announceFile =
  (deps: SendDeps) =>
  async (visitor: Visitor, { secret, ...sent }: AnnounceInput): Promise<AnnouncedFile> => {
    const found = await requestWithSecret(deps, secret);
    const id = FileId.parse(deps.ids.uuid());
    const from = deps.secrets.hash(`${found.id}\n${requesterAt(visitor.request.ip).narrow}`);
    const replay: Replay<Announcement> = {
      memory: REPLAYS_OF_LINKS,
      store: (announcement) => ({ id: announcement.id }),
      restore: (kept: { id: FileId }, uow) =>
        announcementOf(uow.get(uploadRequests, found.id), kept.id, deps.clock.now()),
    };
    const operation = onPresentedRequest(deps, visitor, found, 'upload_request.send', (uow, { request }) => {
      const requestedAt = deps.clock.now();
      const until = uploadExpiry(deps, { size: sent.size, requestedAt, now: requestedAt });
      const announcement: Announcement = { id, ...sent, from, requestedAt, until };
      uow.put(uploadRequests, announce(request, announcement, requestedAt));
      // The address outlives everything that may become of the announcement.
      uow.schedule({
        kind: 'sweep-item',
        data: { roomId: request.roomId, itemId: id },
        dueAt: lastUploadAfter(deps, until),
      });
      return announcement;
    });
    const owner = { ownerId: found.id, idempotency: visitor.idempotency };
    const { size, until, ...announced } = await deps.runner.run(idempotent(deps, owner, replay, operation));
    const key = uploadKey(found.roomId, announced.id);
    const url = await deps.blobs.signUpload({ key, size, expiresAt: until, uploader: found.id });
    return { id: announced.id, url, expiresAt: until };
  };

type ConfirmInput = Readonly<{
  secret: string;
  fileId: string;
  iv: Iv;
  tag: GcmTag;
  sealedKey: SealedToRequest;
  sender?: SenderName | undefined;
  note?: SenderNote | undefined;
}>;

/** A file that lies in the inbox. */
export type ReceivedFile = Pick<WaitingItem, 'id' | 'name' | 'size' | 'receivedAt'>;

/**
 * Puts an announced file into the inbox if its ciphertext is complete. Repeating it with equal values changes nothing. Throws
 * REQUEST_NOT_FOUND, REQUEST_REVOKED, REQUEST_EXPIRED, INVALID_SEALED_KEY, FILE_NOT_FOUND, UPLOAD_NOT_FOUND,
 * UPLOAD_SIZE_MISMATCH, FILE_ALREADY_CONFIRMED.
 */
export const confirmFileSent =
  (deps: SendDeps) =>
  async (visitor: Visitor, { secret, fileId: asked, sender, note, ...sent }: ConfirmInput): Promise<ReceivedFile> => {
    const found = await requestWithSecret(deps, secret);
    if (!isSealedFor(sent.sealedKey, found.id)) throw new DomainError('INVALID_SEALED_KEY');
    const id = idOrRandom(FileId, asked, deps.ids);
    const words = { ...(sender !== undefined && { sender }), ...(note !== undefined && { note }) };
    const refs = [refTo(inboxItems, id)];
    const announced = await deps.runner.run(
      onPresentedRequest(
        deps,
        visitor,
        found,
        'upload_request.confirm',
        (uow, { request }) =>
          itemOf(uow, request, id) === undefined ? announcementOf(request, id, deps.clock.now()) : undefined,
        refs,
      ),
    );
    const sealed =
      announced === undefined ? '' : await sealUpload(deps.blobs, { ...announced, roomId: found.roomId }, sent.iv);
    const operation = onPresentedRequest(
      deps,
      visitor,
      found,
      'upload_request.confirm',
      (uow, { request, room }): ReceivedFile => {
        const before = itemOf(uow, request, id);
        if (before !== undefined) return sameItem(before, sent);
        const received = receiveFile(request, id, { ...sent, ...words, sealed }, deps.clock.now());
        uow.put(uploadRequests, received.request);
        uow.put(inboxItems, received.item);
        const data = { item_id: id, size: received.item.size };
        uow.record({ type: 'inbox.received', target: requestTarget(request, room), data });
        return received.item;
      },
      refs,
    );
    const replay: Replay<ReceivedFile> = {
      memory: REPLAYS_OF_LINKS,
      store: (item) => ({ id: item.id }),
      restore: (kept: { id: FileId }, uow) => sameItem(uow.get(inboxItems, kept.id), sent),
    };
    return deps.runner.run(
      idempotent(deps, { ownerId: found.id, idempotency: visitor.idempotency }, replay, operation),
    );
  };

/** An item of this request; that of another request is treated as absent. */
function itemOf(uow: UnitOfWork, request: UploadRequest, id: FileId): InboxItem | undefined {
  const item = uow.find(inboxItems, id);
  return item?.requestId === request.id ? item : undefined;
}

/** Throws FILE_ALREADY_CONFIRMED, and ITEM_HANDLED for an item that the room has taken or refused since. */
function sameItem(item: InboxItem, sent: Pick<WaitingItem, 'iv' | 'tag' | 'sealedKey'>): ReceivedFile {
  if (item.status !== 'waiting') throw new DomainError('ITEM_HANDLED');
  if (item.iv !== sent.iv || item.tag !== sent.tag || item.sealedKey !== sent.sealedKey)
    throw new DomainError('FILE_ALREADY_CONFIRMED');
  return item;
}
