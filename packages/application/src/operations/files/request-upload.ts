import {
  DomainError,
  FileId,
  type FileName,
  type FileSize,
  type FolderPath,
  higherLabel,
  type Instant,
  inZone,
  type KeyThumbprint,
  type Label,
  type LiveRoom,
  type MediaType,
  type PendingFile,
  type ReplacedFile,
  type RoomId,
  TOP_FOLDER,
  type UserId,
  type VersionNote,
  zoneAt,
} from '@strongroom/domain';
import { KeyDestroyed, type WrappedDek } from '@strongroom/ports';
import type { KeyGrant } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import { knownLabel } from '../../kernel/labels.ts';
import { neighbouringIds } from '../../kernel/neighbouring-ids.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type DecidedGrant, draftGrant, type GrantDeps, signGrant } from '../../steps/files/key-grants.ts';
import { type FolderOfId, type NamedFolder, withFolderOfId } from '../../steps/folders/folder-of-id.ts';
import { uploadKey } from '../../steps/uploads/blob-keys.ts';
import { type EndUpload, PendingUploads } from '../../steps/uploads/pending-uploads.ts';
import { sameUpload, type UploadGrant, uploadRequested } from '../../steps/uploads/same-upload.ts';
import { uploadExpiry } from '../../steps/uploads/upload-life.ts';
import { partSizeOf } from '../../steps/uploads/upload-parts.ts';
import { type UploadTarget, uploadTarget } from '../../steps/uploads/upload-target.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';

type RequestUploadInput = Readonly<{
  roomId: RoomId;
  /** May be left out with `replaces`. */
  name?: FileName | undefined;
  size: FileSize;
  contentType: MediaType;
  classification?: Label | undefined;
  folder?: FolderPath | undefined;
  /** In place of `folder`: the folder that has this id; null for the top. */
  folderId?: NamedFolder | undefined;
  /** When the content was changed last. */
  modifiedAt?: Instant | undefined;
  note?: VersionNote | undefined;
  /** The file that the upload becomes the next version of. An id of the wrong form is answered like an unknown one. */
  replaces?: string | undefined;
  /** Thumbprint of the key of a client that wants a key grant. */
  client?: KeyThumbprint | undefined;
}>;

type NewUploadInput = Omit<RequestUploadInput, 'folderId'>;

type RequestUploadDeps = OperationDeps &
  GrantDeps &
  Pick<Deps, 'documents' | 'ids' | 'keys' | 'blobs' | 'orgId' | 'uploadUrlTtl' | 'pendingLimits'>;

/**
 * Announces an upload: returns a fresh data key, wrapped under the room's key, and an address to PUT the ciphertext to.
 * Throws INVALID_CLASSIFICATION, ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, CLEARANCE_INSUFFICIENT, ROOM_ARCHIVED,
 * LIMIT_REACHED, KEY_DESTROYED, FOLDER_NOT_FOUND; FILE_NOT_FOUND, UPLOAD_NOT_CONFIRMED for the file that it replaces.
 */
export const requestUpload = (deps: RequestUploadDeps) => {
  const pending = new PendingUploads(deps);
  const newId = neighbouringIds(deps);
  const request = async (ctx: SignedIn, input: NewUploadInput, named?: FolderOfId): Promise<UploadGrant> => {
    const { roomId, size } = input;
    const replaces = input.replaces === undefined ? undefined : idOrRandom(FileId, input.replaces, deps.ids);
    const label = input.classification === undefined ? undefined : knownLabel(deps.labelRules, input.classification);
    const target = uploadTarget(deps, ctx, { roomId, replaces, label, folder: input.folder, named });
    const targeted = { input, label, replaces, target };
    const atOnce = await announceAtOnce(deps, pending, ctx, { ...targeted, fileId: FileId.parse(newId()) });
    if (atOnce !== undefined) return granted(deps, atOnce);
    // Wrapping may take seconds, so the binding decision comes after it.
    const { seen, isRepeated } = await target.look();
    const announce = async () => {
      const fileId = FileId.parse(newId());
      const [address, wrapped] = await Promise.all([
        addressOf(deps, input, { fileId, uploader: seen.user.id }),
        wrap(deps, input, { seen, look: target.look, fileId: replaces ?? fileId }),
      ]);
      return announceUpload(deps, { ...targeted, address, wrap: () => wrapped });
    };
    const announced = await (isRepeated
      ? announce()
      : pending.announce({ userId: seen.user.id, roomId, size }, announce));
    return announced.upload === undefined
      ? sameUpload(deps, ctx, { roomId, target, fileId: announced.fileId, client: input.client })
      : granted(deps, announced.upload);
  };
  return (ctx: SignedIn, { folderId, ...input }: RequestUploadInput): Promise<UploadGrant> =>
    folderId === undefined
      ? request(ctx, input)
      : withFolderOfId(deps, ctx, { roomId: input.roomId, named: folderId }, (named) =>
          request(ctx, { ...input, folder: named.path }, named),
        );
};

const granted = (deps: RequestUploadDeps, { grant, ...upload }: NewUpload): UploadGrant => ({
  ...upload,
  ...signGrant(deps, grant),
});

/** A signed address, which has no lasting effect. */
type Address = Readonly<{ fileId: FileId; requestedAt: Instant; expiresAt: Instant; url: string }>;

async function addressOf(
  deps: RequestUploadDeps,
  { roomId, size }: NewUploadInput,
  { fileId, uploader }: Readonly<{ fileId: FileId; uploader: UserId }>,
): Promise<Address> {
  const requestedAt = deps.clock.now();
  const expiresAt = uploadExpiry(deps, { size, requestedAt, now: requestedAt });
  const url = await deps.blobs.signUpload({ key: uploadKey(roomId, fileId), size, expiresAt, uploader });
  return { fileId, requestedAt, expiresAt, url };
}

/** Wraps a data key before the decision, which has no lasting effect either. */
const wrap = (
  deps: RequestUploadDeps,
  { roomId }: NewUploadInput,
  { seen, look, fileId }: Readonly<{ seen: InRoom; look: () => Promise<unknown>; fileId: FileId }>,
): Promise<WrappedDek> =>
  deps.keys.wrapNewDataKey(seen.room.kmsKeyId, { orgId: deps.orgId, roomId, fileId }).catch(async (error: unknown) => {
    if (!(error instanceof KeyDestroyed)) throw error;
    await look(); // If the room was deleted since, a second look finds nothing.
    throw new DomainError('KEY_DESTROYED');
  });

type TargetedRequest = Readonly<{
  input: NewUploadInput;
  label: Label | undefined;
  replaces: FileId | undefined;
  target: UploadTarget;
}>;

/**
 * Announces an upload by one decision instead of two, if this machine wraps and signs and the limits need no read. A refused
 * caller causes no wrapping, as the key is wrapped after the decision. Undefined if nothing was announced.
 */
async function announceAtOnce(
  deps: RequestUploadDeps,
  pending: PendingUploads,
  ctx: SignedIn,
  { fileId, ...request }: TargetedRequest & Readonly<{ fileId: FileId }>,
): Promise<NewUpload | undefined> {
  // Whether a request is a repeated one must be known before its upload is counted.
  if (deps.keys.wrapNow === undefined || !deps.blobs.signsLocally || ctx.idempotency !== undefined) return undefined;
  const { input, replaces } = request;
  if (replaces !== undefined) return undefined;
  const { roomId, size } = input;
  const { userId } = ctx.credential;
  const address = await addressOf(deps, input, { fileId, uploader: userId });
  let end: EndUpload | undefined;
  let isAnnounced = false;
  try {
    const { upload } = await announceUpload(deps, {
      ...request,
      address,
      wrap: ({ kmsKeyId }) => {
        end ??= pending.beginNow({ userId, roomId, size });
        const wrapped = end && deps.keys.wrapNow?.(kmsKeyId, { orgId: deps.orgId, roomId, fileId });
        if (wrapped === undefined) throw new NotAtOnce();
        return wrapped;
      },
    });
    isAnnounced = true;
    return upload;
  } catch (error) {
    if (error instanceof NotAtOnce) return undefined;
    throw error;
  } finally {
    end?.(isAnnounced);
  }
}

/** Something must be awaited before the upload can be announced. */
class NotAtOnce extends Error {}

/** A repeated request announces no file; it names the file of the first request. */
type Announced = Readonly<{ fileId: FileId; upload?: NewUpload }>;
type NewUpload = Omit<UploadGrant, keyof KeyGrant> & Readonly<{ grant: DecidedGrant }>;

const announceUpload = (
  deps: RequestUploadDeps,
  {
    input,
    label: named,
    replaces,
    target,
    address: { fileId, requestedAt, expiresAt, url },
    wrap: wrapFor,
  }: TargetedRequest & Readonly<{ address: Address; wrap: (room: LiveRoom) => WrappedDek }>,
): Promise<Announced> => {
  const draft = draftGrant(deps, 'seal', input.client);
  return target.add({
    replay: fileOnly,
    apply: (uow, { room, user }, replaced): Announced => {
      // Every end of a membership, archival or deletion replaces the room.
      uow.expect(rooms, room.id);
      const label = named ?? replaced?.label ?? room.label;
      const name = input.name ?? replaced?.name;
      if (name === undefined) throw new DomainError('VALIDATION_ERROR');
      const { wrappedDek, kmsKeyId, aad = null } = wrapFor(room);
      const folder = input.folder ?? replaced?.folder ?? TOP_FOLDER;
      const announced: PendingFile = {
        id: fileId,
        roomId: room.id,
        status: 'pending',
        name,
        folder,
        contentType: input.contentType,
        size: input.size,
        ...(input.modifiedAt !== undefined && { modifiedAt: input.modifiedAt }),
        ...(input.note !== undefined && { note: input.note }),
        ...(replaces !== undefined && { replaces: replacingOf(replaces, input, named) }),
        label,
        effectiveLabel: higherLabel(deps.labelRules.scheme, label, room.label),
        uploadedBy: user.id,
        requestedAt,
        wrappedDek,
        kmsKeyId,
        wrappedDekAad: aad,
      };
      const file = inZone(announced, zoneAt(room, folder));
      uow.put(files, file);
      const grantTo = draft({ user });
      const event = uow.record(uploadRequested(file, expiresAt, grantTo.data));
      const grant = grantTo.decided(event, file, room.label);
      return { fileId, upload: { file, url, expiresAt, partSize: partSizeOf(deps.blobs, file.size), grant } };
    },
  });
};

/** The changes of the file besides its content, which apply when the upload is confirmed. */
const replacingOf = (id: FileId, { name, folder }: NewUploadInput, label: Label | undefined): ReplacedFile => ({
  id,
  ...(name !== undefined && { name }),
  ...(folder !== undefined && { folder }),
  ...(label !== undefined && { label }),
});

/** No key material is stored. A repeated request gets a fresh address from the present state of the same file. */
const fileOnly: Replay<Announced> = {
  store: ({ fileId }) => ({ fileId }),
  restore: ({ fileId }: { fileId: FileId }) => ({ fileId }),
};
