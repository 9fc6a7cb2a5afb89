import { type AvailableFile, DomainError, decide, type FileId, formatInstant, plus, SECOND } from '@strongroom/domain';
import { blobKey } from '@strongroom/ports';
import type { Deps } from '../../deps.ts';
import type { Download } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { fileInSight, fileRefs, fileTarget } from '../../kernel/sight.ts';
import type { Writing } from '../../kernel/writing.ts';
import { placeOf } from './place-of-file.ts';

type Input = Readonly<{
  fileId: FileId;
  /** False where nothing of the answer is sent (HEAD): everything is decided, nothing is recorded. */
  release?: boolean;
}>;

/**
 * Releases the wrapped key and a short-lived address of the ciphertext; recorded before it is answered.
 * Specification section 4, "Get download URL". Throws FILE_NOT_FOUND, UPLOAD_NOT_CONFIRMED.
 */
export const getDownload =
  (deps: Pick<Deps, 'journal' | 'clock' | 'blobs' | 'classification' | 'downloadUrlTtl'>) =>
  async (ctx: SignedIn, { fileId, release = true }: Input): Promise<Download> => {
    const roomId = placeOf(ctx, fileId);
    const onFile = <T>(apply: (file: AvailableFile, at: Writing) => T) =>
      deps.journal.run({
        author: authorOf(ctx),
        refs: fileRefs(ctx, roomId, fileId),
        decide: (at) => {
          const found = fileInSight(deps, at, ctx, roomId, fileId);
          permit(decide('file.download', found), fileTarget(fileId, found.file));
          if (found.file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
          return apply(found.file, at);
        },
      });
    // Refused callers cause no signing. Signing may take seconds, so the decision that counts comes after it.
    const { sealed } = await onFile((file) => file);
    const expiresAt = plus(deps.clock.now(), deps.downloadUrlTtl * SECOND);
    const url = await deps.blobs.signDownload({ key: blobKey(sealed), expiresAt });
    return onFile((file, at) => {
      if (release)
        at.record({
          type: 'file.downloaded',
          target: fileTarget(fileId, file),
          data: { expires_at: formatInstant(expiresAt) },
        });
      return { url, expiresAt, file };
    });
  };
