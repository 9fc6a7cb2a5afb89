import {
  type AvailableFile,
  confirmFile,
  countFile,
  DomainError,
  decide,
  type FileId,
  type GcmTag,
  type Iv,
  type RoomId,
} from '@strongroom/domain';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { Denied, permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { answeredBefore, idempotencyRefs, idempotent, type Replay } from '../../kernel/idempotent.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { fileInSight, fileRefs, fileTarget, type InFile, roomInSight } from '../../kernel/sight.ts';
import { sealUpload } from '../../steps/uploads/seal-upload.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';

type Input = Readonly<{ roomId: RoomId; fileId: FileId; iv: Iv; tag: GcmTag }>;

/**
 * Makes an uploaded file available once its ciphertext is there in full. Again with the same values is fine.
 * Specification section 4, "Confirm upload". Throws ROOM_NOT_FOUND, FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * ROOM_ARCHIVED, UPLOAD_NOT_FOUND, UPLOAD_SIZE_MISMATCH, FILE_ALREADY_CONFIRMED.
 */
export const confirmUpload =
  (deps: Pick<Deps, 'runner' | 'secrets' | 'clock' | 'blobs' | 'classification'>) =>
  async (ctx: SignedIn, { roomId, fileId, iv, tag }: Input): Promise<AvailableFile> => {
    const refs = fileRefs(ctx, roomId, fileId);
    const owner = ownerOf(ctx);
    const allowed = (uow: Snapshot, isRepeated = false): InFile => {
      roomInSight(deps, uow, ctx, roomId);
      const found = fileInSight(deps, uow, ctx, roomId, fileId);
      try {
        permit(decide('file.confirm', { ...found, now: deps.clock.now() }), fileTarget(fileId, found.file));
      } catch (error) {
        // That the room was archived since takes nothing from what was answered.
        if (!(isRepeated && error instanceof Denied && error.kind === 'conflict')) throw error;
      }
      return found;
    };

    const { file } = await deps.runner.run({
      author: authorOf(ctx),
      refs: [...refs, ...idempotencyRefs(deps, owner)],
      apply: (uow) => allowed(uow, answeredBefore(deps, owner, uow)),
    });
    const isConfirmed = file.status === 'available';
    // With an Idempotency-Key it is still to be seen whether this is the same request.
    if (isConfirmed && ctx.idempotency === undefined)
      return confirmFile(file, { iv, tag, sealed: file.sealed, at: file.confirmedAt });
    const sealed = isConfirmed ? file.sealed : await sealUpload(deps.blobs, file);
    return deps.runner.run(
      idempotent(deps, owner, confirmation, {
        author: authorOf(ctx),
        refs,
        serializeOn: roomId,
        apply: (uow) => {
          const found = allowed(uow);
          const confirmed = confirmFile(found.file, { iv, tag, sealed, at: deps.clock.now() });
          if (confirmed !== found.file) {
            uow.put(files, confirmed);
            uow.put(rooms, countFile(found.room, confirmed.effectiveLabel, 1));
            uow.record({
              type: 'file.confirmed',
              target: fileTarget(fileId, confirmed),
              data: { size: confirmed.size },
            });
          }
          return confirmed;
        },
      }),
    );
  };

/** No key material is kept: what is confirmed does not change, and is told again as it stands. */
const confirmation: Replay<AvailableFile> = {
  store: ({ id }) => ({ id }),
  restore: ({ id }: { id: FileId }, uow) => {
    const file = uow.find(files, id);
    if (file?.status !== 'available') throw new DomainError('FILE_NOT_FOUND');
    return file;
  },
};
