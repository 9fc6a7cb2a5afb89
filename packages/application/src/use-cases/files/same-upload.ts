import { DomainError, type FileId, formatInstant, type Instant, isPresent, type PendingFile } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { authorOf, type Entry } from '../../kernel/entry.ts';
import { fileTarget } from '../../kernel/sight.ts';
import { files } from '../../repositories/files.ts';
import { uploadKey } from './blob-keys.ts';

export type UploadGrant = Readonly<{ file: PendingFile; url: string; expiresAt: Instant }>;

/** What is recorded of an upload address each time one is given out. */
export const uploadRequested = (file: PendingFile, expiresAt: Instant): Entry => ({
  type: 'file.upload_requested',
  target: fileTarget(file.id, file),
  data: { size: file.size, expires_at: formatInstant(expiresAt) },
});

/** The same upload once more, made afresh. Throws FILE_NOT_FOUND when the file is gone meanwhile, FILE_ALREADY_CONFIRMED when it was confirmed. */
export async function sameUpload(
  deps: Pick<Deps, 'journal' | 'blobs'>,
  ctx: SignedIn,
  fileId: FileId,
  expiresAt: Instant,
): Promise<UploadGrant> {
  const file = await deps.journal.run({
    author: authorOf(ctx),
    refs: [refTo(files, fileId)],
    decide: (at) => {
      const found = at.find(files, fileId);
      if (!isPresent(found)) throw new DomainError('FILE_NOT_FOUND');
      if (found.status === 'available') throw new DomainError('FILE_ALREADY_CONFIRMED');
      at.record(uploadRequested(found, expiresAt));
      return found;
    },
  });
  return {
    file,
    url: await deps.blobs.signUpload({ key: uploadKey(file.roomId, fileId), size: file.size, expiresAt }),
    expiresAt,
  };
}
