import { DomainError, type File, type FileId, formatInstant, plus, SECOND } from '@strongroom/domain';
import { type BlobKey, blobKey } from '@strongroom/ports';
import type { Download } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inFile, lookInFile, type Place } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { fileTarget } from '../../kernel/targets.ts';
import { sealedKey } from '../../steps/uploads/blob-keys.ts';
import { files } from '../../store/files.ts';

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
    const sealed = deps.blobs.signsLocally ? presumedName(ctx, place) : await decidedName(deps, ctx, place);
    const expiresAt = plus(deps.clock.now(), deps.downloadUrlTtl * SECOND);
    const url = await deps.blobs.signDownload({ key: sealed, expiresAt });
    /** A file that was confirmed since round one answers as it was then. */
    const released = (file: File | undefined): Download => {
      if (file?.status !== 'available' || file.sealed !== sealed) throw new DomainError('UPLOAD_NOT_CONFIRMED');
      return { url, expiresAt, file };
    };
    const data = { expires_at: formatInstant(expiresAt) };
    return inFile(deps, ctx, place, {
      action: 'file.download',
      // No key material is stored. A repeated request gets a new address, and is a release of the key like the first.
      replay: {
        store: () => ({}),
        restore: (_: object, uow) => {
          const answer = released(uow.find(files, fileId));
          const target = fileTarget(fileId, answer.file);
          uow.record({ type: 'file.downloaded', target, data: { ...data, replayed: true } });
          return answer;
        },
      },
      apply: (uow, { file }, target) => {
        const answer = released(file);
        if (release) uow.record({ type: 'file.downloaded', target, data });
        return answer;
      },
    });
  };

/** The object that round one found. For an absent file an address is signed too, so that it costs the same as a hidden one. */
const presumedName = ({ located }: SignedIn, { roomId, fileId }: Place): BlobKey =>
  located.sealed === undefined ? sealedKey(roomId, fileId, fileId) : blobKey(located.sealed);

/** A refused caller causes no call to the system that signs. */
async function decidedName(deps: OperationDeps, ctx: SignedIn, place: Place): Promise<BlobKey> {
  const { seen } = await lookInFile(deps, ctx, place, { action: 'file.download' });
  if (seen.file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
  return blobKey(seen.file.sealed);
}
