import { type AvailableFile, fileCountFor, labelsUpTo, type RoomId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { files, filesOfRoom } from '../../store/files.ts';

/** The available files of a room up to the caller's clearance, newest first. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR. */
export const listFiles =
  (deps: OperationDeps & Pick<Deps, 'lists'>) =>
  async (
    ctx: SignedIn,
    { roomId, ...page }: PageRequest & Readonly<{ roomId: RoomId }>,
  ): Promise<Listed<AvailableFile>> => {
    deps.lists.check('files', page);
    const { room, subject } = await inRoom(deps, ctx, roomId, { action: 'file.list', apply: (_, found) => found });
    const { scheme } = deps.labelRules;
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
