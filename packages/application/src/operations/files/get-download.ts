import {
  DomainError,
  type File,
  type FileId,
  formatInstant,
  type KeyThumbprint,
  plus,
  SECOND,
} from '@strongroom/domain';
import { type BlobKey, blobKey } from '@strongroom/ports';
import type { Download, KeyGrant } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inFile, lookInFile, type Place } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { fileTarget } from '../../kernel/targets.ts';
import { type DecidedGrant, draftGrant, type GrantDeps, signGrant } from '../../steps/files/key-grants.ts';
import { sealedKey } from '../../steps/uploads/blob-keys.ts';
import { files } from '../../store/files.ts';
import { rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

type GetDownloadInput = Readonly<{
  fileId: FileId;
  /** False for HEAD, which sends no key: the decision is made, and no download is recorded. */
  release?: boolean;
  /** Thumbprint of the key of a client that wants a key grant. */
  client?: KeyThumbprint | undefined;
}>;

/**
 * Releases the wrapped key and a short-lived address of the ciphertext. The event is recorded before the answer is sent.
 * Throws FILE_NOT_FOUND, UPLOAD_NOT_CONFIRMED.
 */
export const getDownload =
  (deps: OperationDeps & GrantDeps & Pick<Deps, 'blobs' | 'downloadUrlTtl'>) =>
  async (ctx: SignedIn, { fileId, release = true, client }: GetDownloadInput): Promise<Download> => {
    const place = { roomId: placeOf(ctx, fileId), fileId };
    const sealed = deps.blobs.signsLocally ? presumedName(ctx, place) : await decidedName(deps, ctx, place);
    const expiresAt = plus(deps.clock.now(), deps.downloadUrlTtl * SECOND);
    const url = await deps.blobs.signDownload({ key: sealed, expiresAt });
    /** A file that was confirmed since round one answers as it was then. */
    const released = (file: File | undefined): Released => {
      if (file?.status !== 'available' || file.sealed !== sealed) throw new DomainError('UPLOAD_NOT_CONFIRMED');
      return { url, expiresAt, file };
    };
    const draft = draftGrant(deps, 'open', client);
    const data = { expires_at: formatInstant(expiresAt) };
    const { grant, ...download } = await inFile(deps, ctx, place, {
      action: 'file.download',
      // No key material is stored. A repeated request gets a new address, and is a release of the key like the first.
      replay: {
        store: () => ({}),
        restore: (_: object, uow) => {
          const answer = released(uow.find(files, fileId));
          const target = fileTarget(fileId, answer.file);
          const grantTo = draft({ user: uow.get(users, ctx.credential.userId) });
          const event = uow.record({
            type: 'file.downloaded',
            target,
            data: { ...data, ...grantTo.data, replayed: true },
          });
          return { ...answer, grant: grantTo.decided(event, answer.file, uow.get(rooms, place.roomId).label) };
        },
      },
      apply: (uow, { user, file, room }, target): Released => {
        const answer = released(file);
        if (!release) return answer;
        const grantTo = draft({ user });
        const event = uow.record({ type: 'file.downloaded', target, data: { ...data, ...grantTo.data } });
        return { ...answer, grant: grantTo.decided(event, answer.file, room.label) };
      },
    });
    return { ...download, ...signGrant(deps, grant) };
  };

type Released = Omit<Download, keyof KeyGrant> & Readonly<{ grant?: DecidedGrant }>;

/** The object that round one found. For an absent file an address is signed too, so that it costs the same as a hidden one. */
const presumedName = ({ located }: SignedIn, { roomId, fileId }: Place): BlobKey =>
  located.sealed === undefined ? sealedKey(roomId, fileId, fileId) : blobKey(located.sealed);

/** A refused caller causes no call to the system that signs. */
async function decidedName(deps: OperationDeps, ctx: SignedIn, place: Place): Promise<BlobKey> {
  const { seen } = await lookInFile(deps, ctx, place, { action: 'file.download' });
  if (seen.file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
  return blobKey(seen.file.sealed);
}
