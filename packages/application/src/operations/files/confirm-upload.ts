import { confirmFile, countFile, FileId, type GcmTag, type Iv, type RoomId } from '@strongroom/domain';
import type { AvailableFileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { inFile, lookInFile } from '../../kernel/in-file.ts';
import { fileMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { oneFileSeen } from '../../steps/files/files-seen.ts';
import { presentFile } from '../../steps/files/present-file.ts';
import { sealUpload } from '../../steps/uploads/seal-upload.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';

type ConfirmUploadInput = Readonly<{ roomId: RoomId; fileId: string; iv: Iv; tag: GcmTag }>;

/**
 * Makes an uploaded file available if its ciphertext is complete. Repeating it with equal values changes nothing. An id
 * of the wrong form is answered like an unknown one.
 * Throws ROOM_NOT_FOUND, FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, UPLOAD_NOT_FOUND, UPLOAD_SIZE_MISMATCH,
 * FILE_ALREADY_CONFIRMED.
 */
export const confirmUpload =
  (deps: OperationDeps & Pick<Deps, 'blobs' | 'documents' | 'ids'>) =>
  async (ctx: SignedIn, { roomId, fileId, iv, tag }: ConfirmUploadInput): Promise<AvailableFileSeen> => {
    const place = { roomId, fileId: idOrRandom(FileId, fileId, deps.ids) };
    const confirmation = {
      action: 'file.confirm',
      facts: () => ({ now: deps.clock.now() }),
    } as const;
    const look = (await lookInFile(deps, ctx, place, confirmation)).seen;
    const { file } = look;
    const isConfirmed = file.status === 'available';
    // With an Idempotency-Key the operation itself recognises a repeated request.
    if (isConfirmed && ctx.idempotency === undefined) {
      const same = confirmFile(file, { iv, tag, sealed: file.sealed, at: file.confirmedAt });
      return { ...(await oneFileSeen(deps, look, same)), may: fileMay(deps, look) };
    }
    const sealed = isConfirmed ? file.sealed : await sealUpload(deps.blobs, file, iv);
    const confirmed = await inFile(deps, ctx, place, {
      ...confirmation,
      serializeOn: roomId,
      replay: presentState,
      complete: (seen, present) => ({ ...seen, may: fileMay(deps, present()) }),
      apply: (uow, found, target): AvailableFileSeen => {
        const next = confirmFile(found.file, { iv, tag, sealed, at: deps.clock.now() });
        if (next !== found.file) {
          uow.put(files, next);
          uow.put(rooms, countFile(found.room, next.effectiveLabel, 1));
          uow.record({ type: 'file.confirmed', target, data: { size: next.size } });
        }
        return next;
      },
    });
    return oneFileSeen(deps, look, confirmed);
  };

/** No key material is stored. A repeated request gets the present state of the file. */
const presentState: Replay<AvailableFileSeen> = {
  store: ({ id }) => ({ id }),
  restore: ({ id }: { id: FileId }, uow) => presentFile(uow, id),
};
