import {
  type AvailableFile,
  countFile,
  type FileId,
  fenceAgain,
  formatInstant,
  inZone,
  isThere,
  markOfFile,
  moveFile,
  restoreFile as restore,
  TOP_FOLDER,
  zoneAt,
} from '@strongroom/domain';
import type { AvailableFileSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Replay } from '../../kernel/idempotent.ts';
import { inBin } from '../../kernel/in-bin.ts';
import { type AtFile, permitInFile } from '../../kernel/in-file.ts';
import { groupsOf } from '../../kernel/in-group.ts';
import { fileMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { oneFileSeen } from '../../steps/files/files-seen.ts';
import { presentFile } from '../../steps/files/present-file.ts';
import { permitMaking } from '../../steps/folders/permit-making.ts';
import { WayToFolder } from '../../steps/folders/way-to-folder.ts';
import { removeLinks } from '../../steps/rooms/remove-listed.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { roomGroups } from '../../store/groups.ts';
import { rooms } from '../../store/rooms.ts';
import { everyLinkOf } from '../../store/share-links.ts';

/** `at`: the facts of the caller at the file now. */
type Restored = Readonly<{ file: AvailableFile; at?: AtFile }>;

/**
 * Takes a file out of the bin, into its folder and without its links. A restricted folder that is gone is made again with the list that it
 * had. Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, STRUCTURE_OPEN, LIMIT_REACHED.
 */
export const restoreFile =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, { fileId }: Readonly<{ fileId: FileId }>): Promise<AvailableFileSeen> => {
    const place = { roomId: roomIdOfFile(ctx, fileId), fileId };
    let way: WayToFolder | undefined;
    const { file, at } = await inBin(deps, ctx, place, {
      action: 'file.restore',
      refs: [refTo(roomGroups, place.roomId)],
      serializeOn: place.roomId,
      replay: REPLAY,
      // A repeated request finds no file in the bin.
      decideReplay: (uow) => permitInFile(deps, ctx, place, { action: 'file.see' }, uow),
      // The deletion left links where they were too many for its commit and its process died.
      loadAllowed: async (_, { file: binned }) => {
        await removeLinks(deps, everyLinkOf(fileId));
        if (binned.folder === TOP_FOLDER) return [];
        way = new WayToFolder(deps, place.roomId, binned.folder);
        return way.loadSpellings();
      },
      apply: (uow, found, target): Restored => {
        const { room, file: binned } = found;
        // In the spelling that the folder has now, unless other callers see that one.
        const steps = way?.find(uow, found);
        for (const step of steps?.steps ?? []) if (!step.isSeen) permitMaking(found, step.path);
        const to = steps?.path ?? binned.folder;
        const lies = { to, isThere: steps?.steps.at(-1)?.folder !== undefined };
        const labels = found.labelRules.scheme.length;
        const after = fenceAgain(room, binned, lies, { groups: groupsOf(uow, place.roomId).groups, labels });
        const next = inZone(moveFile(restore(binned), to), zoneAt(after, to));
        uow.put(files, next);
        uow.put(rooms, countFile(after, markOfFile(next), 1));
        uow.record({ type: 'file.restored', target, data: { deleted_at: formatInstant(binned.deletedAt) } });
        return { file: next };
      },
      complete: (restored, present) => ({ ...restored, at: present() }),
    });
    if (at === undefined || !isThere(at.room)) return file;
    return { ...(await oneFileSeen(deps, { ...at, room: at.room }, file)), may: fileMay(deps, at) };
  };

const REPLAY: Replay<Restored> = {
  store: ({ file }) => ({ id: file.id }),
  restore: ({ id }: { id: FileId }, uow) => ({ file: presentFile(uow, id) }),
};
