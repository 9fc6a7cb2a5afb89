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
import type { Deps } from '../../deps.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Snapshot } from '../../kernel/draft.ts';
import { authorOf, type Entry } from '../../kernel/entry.ts';
import { fileTarget } from '../../kernel/sight.ts';
import type { Writing } from '../../kernel/writing.ts';
import { files } from '../../repositories/files.ts';
import { rooms } from '../../repositories/rooms.ts';
import { users } from '../../repositories/users.ts';
import { uploadKey } from './blob-keys.ts';
import { uploadExpiry } from './upload-life.ts';

export type UploadGrant = Readonly<{ file: PendingFile; url: string; expiresAt: Instant }>;

/** What is recorded of an upload address each time one is given out. */
export const uploadRequested = (file: PendingFile, expiresAt: Instant): Entry => ({
  type: 'file.upload_requested',
  target: fileTarget(file.id, file),
  data: { size: file.size, expires_at: formatInstant(expiresAt) },
});

/** Who asks, and whether they may upload where they ask. */
type Asking = Readonly<{ ctx: SignedIn; refs: readonly Ref[]; allowed: (at: Snapshot) => unknown }>;

/** The same upload once more, made afresh. Throws FILE_NOT_FOUND when the file is gone meanwhile or abandoned, FILE_ALREADY_CONFIRMED when it was confirmed. */
export async function sameUpload(
  deps: Pick<Deps, 'journal' | 'blobs' | 'clock' | 'uploadUrlTtl'>,
  { ctx, refs, allowed }: Asking,
  fileId: FileId,
): Promise<UploadGrant> {
  const onFile = <T>(apply: (file: PendingFile, at: Writing) => T) =>
    deps.journal.run({
      author: authorOf(ctx),
      refs: [...refs, refTo(files, fileId)],
      decide: (at) => {
        allowed(at);
        const found = at.find(files, fileId);
        if (!isPresent(found)) throw new DomainError('FILE_NOT_FOUND');
        if (found.status === 'available') throw new DomainError('FILE_ALREADY_CONFIRMED');
        if (isAbandoned(found, deps.clock.now())) throw new DomainError('FILE_NOT_FOUND');
        return apply(found, at);
      },
    });
  const { roomId, size, requestedAt, uploadedBy } = await onFile((file) => file);
  const expiresAt = uploadExpiry(deps, requestedAt, deps.clock.now());
  const url = await deps.blobs.signUpload({ key: uploadKey(roomId, fileId), size, expiresAt, uploader: uploadedBy });
  return onFile((file, at) => {
    at.expect(users, ctx.credential.userId);
    at.expect(rooms, file.roomId);
    at.record(uploadRequested(file, expiresAt));
    return { file, url, expiresAt };
  });
}
