import { type AvailableFile, decide, fileCountFor, labelsUpTo, type RoomId } from '@strongroom/domain';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { files, filesOfRoom } from '../../store/files.ts';

/** The available files of a room up to the caller's clearance, newest first. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR. */
export const listFiles =
  (deps: Pick<Deps, 'runner' | 'lists' | 'clock' | 'classification'>) =>
  async (
    ctx: SignedIn,
    { roomId, ...page }: PageRequest & Readonly<{ roomId: RoomId }>,
  ): Promise<Listed<AvailableFile>> => {
    deps.lists.check('files', page);
    const { room, subject } = await deps.runner.run({
      author: authorOf(ctx),
      refs: roomRefs(ctx, roomId),
      apply: (uow) => {
        const found = roomInSight(deps, uow, ctx, roomId);
        permit(decide('file.list', found), roomTarget(roomId, found.room));
        return found;
      },
    });
    const { scheme } = deps.classification;
    const anyOf = labelsUpTo(scheme, subject.clearance).map((label) => filesOfRoom(roomId, label));
    const listed = await deps.lists.page(
      {
        name: `files:${roomId}:${subject.clearance}`,
        collection: files,
        selection: { anyOf },
        total: fileCountFor(scheme, room, subject.clearance),
      },
      page,
    );
    return { items: listed.items.filter((file) => file.status === 'available'), meta: listed.meta };
  };
