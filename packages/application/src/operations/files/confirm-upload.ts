import {
  type AvailableFile,
  assertSameReplacement,
  confirmFile,
  countFile,
  DomainError,
  FileId,
  type FolderPath,
  type GcmTag,
  type Iv,
  inZone,
  isReplacement,
  markOfFile,
  moveFile,
  type RoomId,
  TOP_FOLDER,
  zoneAt,
} from '@strongroom/domain';
import type { AvailableFileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { type InUpload, intoOf, inUpload, lookInUpload } from '../../kernel/in-upload.ts';
import { fileMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { oneFileSeen } from '../../steps/files/files-seen.ts';
import { presentFile } from '../../steps/files/present-file.ts';
import { FolderByPath } from '../../steps/folders/folder-by-path.ts';
import { replacementIn } from '../../steps/uploads/replacement.ts';
import { sealUpload } from '../../steps/uploads/seal-upload.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';

type ConfirmUploadInput = Readonly<{ roomId: RoomId; fileId: string; iv: Iv; tag: GcmTag }>;
type ConfirmUploadDeps = OperationDeps & Pick<Deps, 'blobs' | 'documents' | 'ids'>;
type Sent = Pick<ConfirmUploadInput, 'iv' | 'tag'>;

/**
 * Makes an uploaded file available if its ciphertext is complete, or makes it the current version of the file that it replaces.
 * Repeating it with equal values changes nothing. An id of the wrong form is answered like an unknown one.
 * Throws ROOM_NOT_FOUND, FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, CLEARANCE_INSUFFICIENT, ROOM_ARCHIVED, UPLOAD_NOT_FOUND,
 * UPLOAD_SIZE_MISMATCH, FILE_ALREADY_CONFIRMED.
 */
export const confirmUpload =
  (deps: ConfirmUploadDeps) =>
  async (ctx: SignedIn, { roomId, fileId, iv, tag }: ConfirmUploadInput): Promise<AvailableFileSeen> => {
    const place = { roomId, fileId: idOrRandom(FileId, fileId, deps.ids) };
    const confirmation = { action: 'file.confirm', facts: () => ({ now: deps.clock.now() }) } as const;
    const look = (await lookInUpload(deps, ctx, place, confirmation)).seen;
    const { stored } = look;
    // With an Idempotency-Key the operation itself recognises a repeated request.
    if (stored.status !== 'pending' && ctx.idempotency === undefined)
      return { ...(await oneFileSeen(deps, look, confirmedBefore(look, { iv, tag }))), may: fileMay(deps, look) };
    const sealed = stored.status === 'pending' ? await sealUpload(deps.blobs, stored, iv) : stored.sealed;
    const into = intoOf(look);
    const replacement = replacementIn(deps, into ?? place.fileId, { iv, tag, sealed });
    const folder = new FolderByPath(deps, roomId, folderOf(stored));
    const confirmed = await inUpload(
      deps,
      ctx,
      { ...place, into },
      {
        ...confirmation,
        serializeOn: roomId,
        refs: folder.refs,
        loadAllowed: async (snapshot, found) => [
          ...(await folder.load(snapshot, found)),
          ...(await replacement.load(found)),
        ],
        replay: presentState,
        complete: (seen, present) => ({ ...seen, may: fileMay(deps, present()) }),
        apply: (uow, found, target): AvailableFileSeen => {
          const { stored: upload } = found;
          if (upload.status !== 'pending') return confirmedBefore(found, { iv, tag });
          const to = folder.find(uow, found);
          if (isReplacement(upload)) {
            const { replaces } = upload;
            const moved = replaces.folder === undefined ? replaces : { ...replaces, folder: to };
            return replacement.apply(uow, found, { ...upload, replaces: moved });
          }
          const sent = { iv, tag, sealed, at: deps.clock.now() };
          const next = inZone(moveFile(confirmFile(upload, sent), to), zoneAt(found.room, to));
          uow.put(files, next);
          uow.put(rooms, countFile(found.room, markOfFile(next), 1));
          uow.record({ type: 'file.confirmed', target, data: { size: next.size } });
          return next;
        },
      },
    );
    await replacement.finish(confirmed);
    return oneFileSeen(deps, look, confirmed);
  };

/** The folder that an upload goes to; the top where it goes to none. */
const folderOf = (stored: InUpload['stored']): FolderPath =>
  stored.status === 'pending' && (stored.replaces === undefined || stored.replaces.folder !== undefined)
    ? (stored.replaces?.folder ?? stored.folder)
    : TOP_FOLDER;

/** The file of a repeated confirmation. Throws FILE_ALREADY_CONFIRMED, FILE_NOT_FOUND. */
function confirmedBefore({ stored, replaced: file }: InUpload, sent: Sent): AvailableFile {
  if (stored.status === 'available')
    return confirmFile(stored, { ...sent, sealed: stored.sealed, at: stored.confirmedAt });
  if (stored.status !== 'merged' || file?.status !== 'available') throw new DomainError('FILE_NOT_FOUND');
  assertSameReplacement(stored, file, sent);
  return file;
}

/** No key material is stored. A repeated request gets the present state of the file. */
const presentState: Replay<AvailableFileSeen> = {
  store: ({ id }) => ({ id }),
  restore: ({ id }: { id: FileId }, uow) => presentFile(uow, id),
};
