import {
  DomainError,
  type EventData,
  type FileId,
  formatInstant,
  type Instant,
  isAbandoned,
  isPresent,
  type KeyThumbprint,
  type PendingFile,
  type RoomId,
} from '@strongroom/domain';
import type { KeyGrant } from '../../kernel/answers.ts';
import type { AuditEntry } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { fileTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { draftGrant, type GrantDeps, signGrant } from '../files/key-grants.ts';
import { uploadKey } from './blob-keys.ts';
import { uploadExpiry } from './upload-life.ts';
import { partSizeOf } from './upload-parts.ts';
import type { UploadTarget } from './upload-target.ts';

/** An upload that may begin. */
export type UploadGrant = KeyGrant &
  Readonly<{
    file: PendingFile;
    url: string;
    expiresAt: Instant;
    /** Bytes of each part but the last, where the file may be uploaded in parts. */
    partSize: number | null;
  }>;

/** The event recorded for each upload address. */
export const uploadRequested = (file: PendingFile, expiresAt: Instant, granted: EventData): AuditEntry => ({
  type: 'file.upload_requested',
  target: fileTarget(file.id, file),
  data: { size: file.size, expires_at: formatInstant(expiresAt), ...granted },
});

type Again = Readonly<{ roomId: RoomId; target: UploadTarget; fileId: FileId; client?: KeyThumbprint | undefined }>;

/**
 * Returns a fresh address for an upload that an earlier request announced. Throws FILE_NOT_FOUND if the file was
 * deleted or abandoned meanwhile, FILE_ALREADY_CONFIRMED if it was confirmed.
 */
export async function sameUpload(
  deps: OperationDeps & GrantDeps & Pick<Deps, 'blobs' | 'uploadUrlTtl'>,
  ctx: SignedIn,
  { roomId, target, fileId, client }: Again,
): Promise<UploadGrant> {
  const onFile = <T>(apply: (file: PendingFile, uow: UnitOfWork) => T) =>
    target.run({
      refs: [refTo(files, fileId)],
      apply: (uow) => {
        const found = uow.find(files, fileId);
        if (found?.status === 'merged') throw new DomainError('FILE_ALREADY_CONFIRMED');
        if (!isPresent(found)) throw new DomainError('FILE_NOT_FOUND');
        if (found.status === 'available') throw new DomainError('FILE_ALREADY_CONFIRMED');
        if (isAbandoned(found, deps.clock.now())) throw new DomainError('FILE_NOT_FOUND');
        return apply(found, uow);
      },
    });
  const { size, requestedAt, uploadedBy } = await onFile((file) => file);
  const expiresAt = uploadExpiry(deps, { size, requestedAt, now: deps.clock.now() });
  const url = await deps.blobs.signUpload({ key: uploadKey(roomId, fileId), size, expiresAt, uploader: uploadedBy });
  const draft = draftGrant(deps, 'seal', client);
  const { file, grant } = await onFile((pending, uow) => {
    uow.expect(users, ctx.credential.userId);
    uow.expect(rooms, roomId);
    const grantTo = draft({ user: uow.get(users, ctx.credential.userId) });
    const event = uow.record(uploadRequested(pending, expiresAt, grantTo.data));
    return { file: pending, grant: grantTo.decided(event, pending, uow.get(rooms, roomId).label) };
  });
  return { file, url, expiresAt, partSize: partSizeOf(deps.blobs, size), ...signGrant(deps, grant) };
}
