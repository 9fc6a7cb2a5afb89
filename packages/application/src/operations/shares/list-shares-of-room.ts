import { labelsUpTo, type RoomId } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { sharesSeen } from '../../steps/links/shares-seen.ts';
import { linksOfRoomByLabel, shareLinks } from '../../store/share-links.ts';

/**
 * The links to the files of a room up to the caller's clearance, newest first, without their secrets. Throws
 * ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR.
 */
export const listSharesOfRoom =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (
    ctx: SignedIn,
    { roomId, ...page }: PageRequest & Readonly<{ roomId: RoomId }>,
  ): Promise<Listed<ShareSeen>> => {
    deps.lists.check('room-shares', page);
    const { subject } = await inRoom(deps, ctx, roomId, { action: 'room.shares.list', apply: (_, found) => found });
    const anyOf = labelsUpTo(deps.labelRules.scheme, subject.clearance).map((label) =>
      linksOfRoomByLabel(roomId, label),
    );
    const { items, meta } = await deps.lists.page(
      { name: `room-shares:${roomId}:${subject.clearance}`, collection: shareLinks, selection: { anyOf } },
      page,
    );
    return { items: await sharesSeen(deps, items), meta };
  };
