import {
  DomainError,
  type FileId,
  type Instant,
  plus,
  SECOND,
  versionOf,
  versionRead,
  deleteVersion as withoutVersion,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inFile } from '../../kernel/in-file.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { putFile } from '../../steps/files/changed-file.ts';
import { linksToFollow } from '../../steps/links/links-to-follow.ts';

type DeleteVersionInput = Readonly<{ fileId: FileId; number: number }>;

/** `objectKeptUntil`: until when administrators of the object store can restore the ciphertext; absent if they cannot. */
export type VersionGone = Readonly<{ fileId: FileId; number: number; deletedAt: Instant; objectKeptUntil?: Instant }>;

/**
 * Erases the wrapped key of a version and removes the links to it in the same commit, and schedules a job that deletes its object.
 * Throws FILE_NOT_FOUND, VERSION_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, VERSION_IS_CURRENT, ROOM_ARCHIVED.
 */
export const deleteVersion =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'blobs'>) =>
  async (ctx: SignedIn, { fileId, number }: DeleteVersionInput): Promise<VersionGone> => {
    const place = { roomId: roomIdOfFile(ctx, fileId), fileId };
    const links = linksToFollow(deps, fileId);
    const gone = await inFile(deps, ctx, place, {
      action: 'version.delete',
      facts: (_, { file }) => ({ version: versionRead(file, number) }),
      serializeOn: place.roomId,
      loadAllowed: (_, { file }) =>
        links.load(file.status === 'available' ? { file, next: withoutVersion(file, number) } : undefined),
      apply: (uow, { room, file }, target) => {
        if (file.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
        const version = versionOf(file, number);
        const next = withoutVersion(file, number);
        putFile(uow, room, { file, next });
        links.follow(uow, { file, next });
        const deletedAt = deps.clock.now();
        uow.record({ type: 'file.version_deleted', target, data: { version: number } });
        if (version !== undefined) {
          const data = { roomId: file.roomId, fileId, version: number, sealed: version.sealed };
          uow.schedule({ kind: 'delete-version', data });
        }
        return { fileId, number, deletedAt, next };
      },
    });
    const { next, ...answer } = gone;
    await links.finish(next);
    const { keptAfterDeletion } = deps.blobs;
    if (keptAfterDeletion === 0) return answer;
    return { ...answer, objectKeptUntil: plus(answer.deletedAt, keptAfterDeletion * SECOND) };
  };
