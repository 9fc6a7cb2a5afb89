import {
  DomainError,
  type FileId,
  formatInstant,
  type Instant,
  isAbandoned,
  isPresent,
  type PendingFile,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { authorOf, type Entry } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { fileTarget } from '../../kernel/sight.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { uploadExpiry } from '../../operations/files/upload-life.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { uploadKey } from './blob-keys.ts';

export type UploadGrant = Readonly<{ file: PendingFile; url: string; expiresAt: Instant }>;

/** What is recorded of an upload address each time one is given out. */
export const uploadRequested = (file: PendingFile, expiresAt: Instant): Entry => ({
  type: 'file.upload_requested',
  target: fileTarget(file.id, file),
  data: { size: file.size, expires_at: formatInstant(expiresAt) },
});

/** Who asks, and whether they may upload where they ask. */
type Asking = Readonly<{ ctx: SignedIn; refs: readonly Ref[]; allowed: (uow: Snapshot) => unknown }>;

/** The same upload once more, made afresh. Throws FILE_NOT_FOUND when the file is gone meanwhile or abandoned, FILE_ALREADY_CONFIRMED when it was confirmed. */
export async function sameUpload(
  deps: Pick<Deps, 'runner' | 'blobs' | 'clock' | 'uploadUrlTtl'>,
  { ctx, refs, allowed }: Asking,
  fileId: FileId,
): Promise<UploadGrant> {
  const onFile = <T>(apply: (file: PendingFile, uow: UnitOfWork) => T) =>
    deps.runner.run({
      author: authorOf(ctx),
      refs: [...refs, refTo(files, fileId)],
      apply: (uow) => {
        allowed(uow);
        const found = uow.find(files, fileId);
        if (!isPresent(found)) throw new DomainError('FILE_NOT_FOUND');
        if (found.status === 'available') throw new DomainError('FILE_ALREADY_CONFIRMED');
        if (isAbandoned(found, deps.clock.now())) throw new DomainError('FILE_NOT_FOUND');
        return apply(found, uow);
      },
    });
  const { roomId, size, requestedAt, uploadedBy } = await onFile((file) => file);
  const expiresAt = uploadExpiry(deps, requestedAt, deps.clock.now());
  const url = await deps.blobs.signUpload({ key: uploadKey(roomId, fileId), size, expiresAt, uploader: uploadedBy });
  return onFile((file, uow) => {
    uow.expect(users, ctx.credential.userId);
    uow.expect(rooms, file.roomId);
    uow.record(uploadRequested(file, expiresAt));
    return { file, url, expiresAt };
  });
}
