import {
  type FileId,
  type FileName,
  type FileSize,
  type FolderPath,
  higher,
  type KeyThumbprint,
  type Label,
  type MediaType,
  type PendingFile,
  type RoomId,
  TOP_FOLDER,
} from '@strongroom/domain';
import { KeyDestroyed, Unavailable } from '@strongroom/ports';
import type { KeyGrant } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import { type InRoom, inRoom, lookInRoom } from '../../kernel/in-room.ts';
import { knownLabel } from '../../kernel/labels.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type DecidedGrant, draftGrant, type GrantDeps, signGrant } from '../../steps/files/key-grants.ts';
import { uploadKey } from '../../steps/uploads/blob-keys.ts';
import { PendingUploads } from '../../steps/uploads/pending-uploads.ts';
import { sameUpload, type UploadGrant, uploadOf, uploadRequested } from '../../steps/uploads/same-upload.ts';
import { uploadExpiry } from '../../steps/uploads/upload-life.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';

type Input = Readonly<{
  roomId: RoomId;
  name: FileName;
  size: FileSize;
  contentType: MediaType;
  classification?: Label | undefined;
  folder?: FolderPath | undefined;
  /** Thumbprint of the key of a client that wants a key grant. */
  client?: KeyThumbprint | undefined;
}>;

type Needs = OperationDeps &
  GrantDeps &
  Pick<Deps, 'documents' | 'ids' | 'keys' | 'blobs' | 'orgId' | 'uploadUrlTtl' | 'pendingLimits'>;

/**
 * Announces an upload: returns a fresh data key, wrapped under the room's key, and an address to PUT the ciphertext to.
 * Throws INVALID_CLASSIFICATION, ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, CLEARANCE_INSUFFICIENT, ROOM_ARCHIVED,
 * LIMIT_REACHED.
 */
export const requestUpload = (deps: Needs) => {
  const pending = new PendingUploads(deps);
  return async (ctx: SignedIn, input: Input): Promise<UploadGrant> => {
    const { roomId, size } = input;
    const label = input.classification === undefined ? undefined : knownLabel(deps.labelRules, input.classification);
    const upload = uploadOf(deps, label);
    // Wrapping may take seconds, so the binding decision comes after it.
    const look = () => lookInRoom(deps, ctx, roomId, upload);
    const { seen, isRepeated } = await look();
    const announce = async () =>
      announceUpload(deps, ctx, { input, label, ...(await prepare(deps, input, seen, look)) });
    const announced = await (isRepeated
      ? announce()
      : pending.announce({ userId: seen.user.id, roomId, size }, announce));
    if (announced.upload === undefined)
      return sameUpload(deps, ctx, { roomId, upload, fileId: announced.fileId, client: input.client });
    const { grant, ...granted } = announced.upload;
    return { ...granted, ...signGrant(deps, grant) };
  };
};

type Prepared = Pick<PendingFile, 'requestedAt' | 'wrappedDek' | 'kmsKeyId' | 'wrappedDekAad'> &
  Readonly<{ fileId: FileId; url: string; expiresAt: UploadGrant['expiresAt'] }>;

/** Wraps a data key and signs an address; neither has a lasting effect. */
async function prepare(
  deps: Needs,
  { roomId, size }: Input,
  { room, user }: InRoom,
  look: () => Promise<unknown>,
): Promise<Prepared> {
  const fileId = deps.ids.uuid<FileId>();
  const requestedAt = deps.clock.now();
  const expiresAt = uploadExpiry(deps, requestedAt, requestedAt);
  const [{ wrappedDek, kmsKeyId, aad = null }, url] = await Promise.all([
    deps.keys.wrapNewDataKey(room.kmsKeyId, { orgId: deps.orgId, roomId, fileId }).catch(async (error: unknown) => {
      if (!(error instanceof KeyDestroyed)) throw error;
      await look(); // The room was deleted since: a second look finds nothing.
      throw new Unavailable('keys', { cause: error });
    }),
    deps.blobs.signUpload({ key: uploadKey(roomId, fileId), size, expiresAt, uploader: user.id }),
  ]);
  return { fileId, requestedAt, wrappedDek, kmsKeyId, wrappedDekAad: aad, url, expiresAt };
}

/** A repeated request announces no file; it names the file of the first request. */
type Announced = Readonly<{
  fileId: FileId;
  upload?: Omit<UploadGrant, keyof KeyGrant> & Readonly<{ grant: DecidedGrant }>;
}>;

const announceUpload = (
  deps: Needs,
  ctx: SignedIn,
  {
    input,
    label: named,
    url,
    expiresAt,
    fileId,
    ...prepared
  }: Prepared & Readonly<{ input: Input; label?: Label | undefined }>,
): Promise<Announced> => {
  const draft = draftGrant(deps, 'seal', input.client);
  return inRoom(deps, ctx, input.roomId, {
    ...uploadOf(deps, named),
    serializeOn: input.roomId,
    replay: fileOnly,
    apply: (uow, { room, user }): Announced => {
      // Every end of a membership, archival or deletion replaces the room.
      uow.expect(rooms, room.id);
      const label = named ?? room.label;
      const file: PendingFile = {
        id: fileId,
        roomId: room.id,
        status: 'pending',
        name: input.name,
        folder: input.folder ?? TOP_FOLDER,
        contentType: input.contentType,
        size: input.size,
        label,
        effectiveLabel: higher(deps.labelRules.scheme, label, room.label),
        uploadedBy: user.id,
        ...prepared,
      };
      uow.put(files, file);
      const grantTo = draft({ user });
      const event = uow.record(uploadRequested(file, expiresAt, grantTo.data));
      const grant = grantTo.decided(event, file, room.label);
      return { fileId, upload: { file, url, expiresAt, grant } };
    },
  });
};

/** No key material is stored. A repeated request gets a fresh address from the present state of the same file. */
const fileOnly: Replay<Announced> = {
  store: ({ fileId }) => ({ fileId }),
  restore: ({ fileId }: { fileId: FileId }) => ({ fileId }),
};
