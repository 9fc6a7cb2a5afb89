import {
  type AvailableFile,
  DomainError,
  type FileId,
  isPresent,
  isThere,
  restoreVersion as restore,
  versionRead,
} from '@strongroom/domain';
import type { AvailableFileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import { type AtFile, inFile } from '../../kernel/in-file.ts';
import { lowestLabel } from '../../kernel/labels.ts';
import { fileMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { higherTarget, putFile } from '../../steps/files/changed-file.ts';
import { oneFileSeen } from '../../steps/files/files-seen.ts';
import { presentFile } from '../../steps/files/present-file.ts';
import { linksToFollow } from '../../steps/links/links-to-follow.ts';

/** `number`: NaN for one of the wrong form, which is answered like an unknown one. */
type RestoreVersionInput = Readonly<{ fileId: FileId; number: number }>;
/** `at`: the facts of the caller at the file now. */
type Restored = Readonly<{ file: AvailableFile; at?: AtFile }>;

/**
 * Makes a version of a file the current one. Nothing is copied. Throws FILE_NOT_FOUND, VERSION_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * ROOM_ARCHIVED.
 */
export const restoreVersion =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, { fileId, number }: RestoreVersionInput): Promise<AvailableFileSeen> => {
    const place = { roomId: roomIdOfFile(ctx, fileId), fileId };
    const facts = ({ file }: Pick<AtFile, 'file'>) => {
      const version = versionRead(file, number);
      return { version, label: version?.label ?? (isPresent(file) ? file.label : lowestLabel(deps.labelRules)) };
    };
    const links = linksToFollow(deps, fileId);
    const { file, at } = await inFile<'version.restore', Restored>(deps, ctx, place, {
      action: 'version.restore',
      facts: (_, found) => facts(found),
      serializeOn: place.roomId,
      loadAllowed: (_, { file: found }) =>
        links.load(found.status === 'available' ? { file: found, next: restore(found, number) } : undefined),
      replay: REPLAY,
      apply: (uow, { room, file: found }) => {
        if (found.status !== 'available') throw new DomainError('UPLOAD_NOT_CONFIRMED');
        const change = { file: found, next: restore(found, number) };
        if (change.next === found) return { file: found };
        putFile(uow, room, change);
        links.follow(uow, change);
        const data = { version: number, from: found.version ?? 1 };
        uow.record({ type: 'file.version_restored', target: higherTarget(deps.labelRules, change), data });
        return { file: change.next };
      },
      complete: (restored, present) => ({ ...restored, at: present() }),
    });
    await links.finish(file);
    if (at === undefined || !isThere(at.room)) return file;
    return { ...(await oneFileSeen(deps, { ...at, room: at.room }, file)), may: fileMay(deps, at) };
  };

const REPLAY: Replay<Restored> = {
  store: ({ file }) => ({ id: file.id }),
  restore: ({ id }: { id: FileId }, uow) => ({ file: presentFile(uow, id) }),
};
