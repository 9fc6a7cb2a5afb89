import { type AvailableFile, DomainError, decide, type FileId, formatInstant, plus, SECOND } from '@strongroom/domain';
import { blobKey } from '@strongroom/ports';
import type { Download } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { fileInSight, fileRefs, fileTarget } from '../../kernel/sight.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';

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
  (deps: Pick<Deps, 'runner' | 'clock' | 'blobs' | 'classification' | 'downloadUrlTtl'>) =>
  async (ctx: SignedIn, { fileId, release = true }: Input): Promise<Download> => {
    const roomId = placeOf(ctx, fileId);
    const onFile = <T>(apply: (file: AvailableFile, uow: UnitOfWork) => T) =>
      deps.runner.run({
        author: authorOf(ctx),
        refs: fileRefs(ctx, roomId, fileId),
        apply: (uow) => {
          const found = fileInSight(deps, uow, ctx, roomId, fileId);
          permit(decide('file.download', found), fileTarget(fileId, found.file));
          if (found.file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
          return apply(found.file, uow);
        },
      });
    // Refused callers cause no signing. Signing may take seconds, so the decision that counts comes after it.
    const { sealed } = await onFile((file) => file);
    const expiresAt = plus(deps.clock.now(), deps.downloadUrlTtl * SECOND);
    const url = await deps.blobs.signDownload({ key: blobKey(sealed), expiresAt });
    return onFile((file, uow) => {
      if (release)
        uow.record({
          type: 'file.downloaded',
          target: fileTarget(fileId, file),
          data: { expires_at: formatInstant(expiresAt) },
        });
      return { url, expiresAt, file };
    });
  };
