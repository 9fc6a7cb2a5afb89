import {
  decide,
  type FileId,
  type FileName,
  type FileSize,
  type FolderPath,
  higher,
  type Label,
  type MediaType,
  type PendingFile,
  type RoomId,
  TOP_FOLDER,
} from '@strongroom/domain';
import { KeyDestroyed, type Ref, Unavailable } from '@strongroom/ports';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { answeredBefore, idempotencyRefs, idempotent, type Replay } from '../../kernel/idempotent.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { knownLabel } from '../../kernel/labels.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { uploadKey } from '../../steps/uploads/blob-keys.ts';
import { sameUpload, type UploadGrant, uploadRequested } from '../../steps/uploads/same-upload.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { PendingUploads } from './pending-uploads.ts';
import { uploadExpiry } from './upload-life.ts';

type Input = Readonly<{
  roomId: RoomId;
  name: FileName;
  size: FileSize;
  contentType: MediaType;
  classification?: Label | undefined;
  folder?: FolderPath | undefined;
}>;

type Needs = Pick<
  Deps,
  | 'runner'
  | 'documents'
  | 'secrets'
  | 'clock'
  | 'ids'
  | 'keys'
  | 'blobs'
  | 'classification'
  | 'orgId'
  | 'uploadUrlTtl'
  | 'pendingLimits'
>;

/**
 * Announces an upload: a fresh data key, wrapped under the room's key, and an address to PUT the ciphertext to.
 * Specification section 4, "Request upload URL". Throws INVALID_CLASSIFICATION, ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * CLEARANCE_INSUFFICIENT, ROOM_ARCHIVED, LIMIT_REACHED.
 */
export const requestUpload = (deps: Needs) => {
  const pending = new PendingUploads(deps);
  return async (ctx: SignedIn, input: Input): Promise<UploadGrant> => {
    const { roomId } = input;
    const named =
      input.classification === undefined ? undefined : knownLabel(deps.classification, input.classification);
    const refs = roomRefs(ctx, roomId);
    const allowed = (uow: Snapshot) => {
      const found = roomInSight(deps, uow, ctx, roomId);
      const label = named ?? found.room.label;
      permit(decide('file.upload', { ...found, label }), roomTarget(roomId, found.room));
      return { ...found, label };
    };
    const owner = ownerOf(ctx);
    const look = () =>
      deps.runner.run({
        author: authorOf(ctx),
        refs: [...refs, ...idempotencyRefs(deps, owner)],
        apply: (uow) => ({ ...allowed(uow), isRepeated: answeredBefore(deps, owner, uow) }),
      });
    // Refused callers cause no wrapping. Wrapping may take seconds, so the decision that counts comes after it.
    const { room, user, isRepeated } = await look();
    const announce = () => announceUpload(deps, { ctx, input, refs, allowed, look, room, user });
    return isRepeated ? announce() : pending.announce({ userId: user.id, roomId, size: input.size }, announce);
  };
};

/** Who asks, for what, and where that was allowed a moment ago. */
type Asking = Readonly<{
  ctx: SignedIn;
  input: Input;
  refs: readonly Ref[];
  allowed: (uow: Snapshot) => Found;
  look: () => Promise<unknown>;
}> &
  Pick<Found, 'room' | 'user'>;

type Found = ReturnType<typeof roomInSight> & Readonly<{ label: Label }>;

async function announceUpload(deps: Needs, asking: Asking): Promise<UploadGrant> {
  const { ctx, input, refs, allowed, look, room, user } = asking;
  const { roomId } = input;
  const fileId = deps.ids.uuid<FileId>();
  const requestedAt = deps.clock.now();
  const expiresAt = uploadExpiry(deps, requestedAt, requestedAt);
  const [wrapped, url] = await Promise.all([
    deps.keys.wrapNewDataKey(room.kmsKeyId, { orgId: deps.orgId, roomId, fileId }).catch(async (error: unknown) => {
      if (!(error instanceof KeyDestroyed)) throw error;
      await look(); // The room was deleted since: looked at again, it is absent.
      throw new Unavailable('keys', { cause: error });
    }),
    deps.blobs.signUpload({
      key: uploadKey(roomId, fileId),
      size: input.size,
      expiresAt,
      uploader: user.id,
    }),
  ]);
  const announced = await deps.runner.run(
    idempotent(deps, ownerOf(ctx), announcement, {
      author: authorOf(ctx),
      refs,
      serializeOn: roomId,
      apply: (uow): Announced => {
        const found = allowed(uow);
        // Whatever ends a membership, archives or deletes replaces the room.
        uow.expect(rooms, roomId);
        const file: PendingFile = {
          id: fileId,
          roomId,
          status: 'pending',
          name: input.name,
          folder: input.folder ?? TOP_FOLDER,
          contentType: input.contentType,
          size: input.size,
          label: found.label,
          effectiveLabel: higher(deps.classification.scheme, found.label, found.room.label),
          uploadedBy: found.user.id,
          requestedAt,
          wrappedDek: wrapped.wrappedDek,
          kmsKeyId: wrapped.kmsKeyId,
          wrappedDekAad: wrapped.aad ?? null,
        };
        uow.put(files, file);
        uow.record(uploadRequested(file, expiresAt));
        return { fileId, file };
      },
    }),
  );
  return announced.file === undefined
    ? sameUpload(deps, { ctx, refs, allowed }, announced.fileId)
    : { file: announced.file, url, expiresAt };
}

/** A repeated request has no file of its own: it answers for the one that the first request announced. */
type Announced = Readonly<{ fileId: FileId; file?: PendingFile }>;

/** No key material is kept: a repetition is made afresh from the present state of the same file. */
const announcement: Replay<Announced> = {
  store: ({ fileId }) => ({ fileId }),
  restore: ({ fileId }: { fileId: FileId }) => ({ fileId }),
};
