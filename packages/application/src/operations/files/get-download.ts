import { DomainError, type FileId, formatInstant, plus, SECOND } from '@strongroom/domain';
import { blobKey } from '@strongroom/ports';
import type { Download } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inFile, lookInFile } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';

type Input = Readonly<{
  fileId: FileId;
  /** False for HEAD, which sends no key: the decision is made, and no download is recorded. */
  release?: boolean;
}>;

/**
 * Releases the wrapped key and a short-lived address of the ciphertext. The event is recorded before the answer is sent.
 * Throws FILE_NOT_FOUND, UPLOAD_NOT_CONFIRMED.
 */
export const getDownload =
  (deps: OperationDeps & Pick<Deps, 'blobs' | 'downloadUrlTtl'>) =>
  async (ctx: SignedIn, { fileId, release = true }: Input): Promise<Download> => {
    const place = { roomId: placeOf(ctx, fileId), fileId };
    // Signing may take seconds, so the binding decision comes after it.
    const { seen } = await lookInFile(deps, ctx, place, { action: 'file.download' });
    if (seen.file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
    const expiresAt = plus(deps.clock.now(), deps.downloadUrlTtl * SECOND);
    const url = await deps.blobs.signDownload({ key: blobKey(seen.file.sealed), expiresAt });
    return inFile(deps, ctx, place, {
      action: 'file.download',
      apply: (uow, { file }, target) => {
        if (file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
        if (release) uow.record({ type: 'file.downloaded', target, data: { expires_at: formatInstant(expiresAt) } });
        return { url, expiresAt, file };
      },
    });
  };
