import { marksIn, nameOfReach, type RoomId, reachIn } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { unscoped } from '../../kernel/sight.ts';
import { seesEveryMember } from '../../kernel/views.ts';
import { sharesSeen } from '../../steps/links/shares-seen.ts';
import { linksOfRoomBy, linksOfRoomByMark, shareLinks } from '../../store/share-links.ts';

/**
 * The links to the files of a room up to the caller's clearance, newest first, without their secrets; only the
 * caller's own for one who does not see every member. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR.
 */
export const listSharesOfRoom =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (
    ctx: SignedIn,
    { roomId, ...page }: PageRequest & Readonly<{ roomId: RoomId }>,
  ): Promise<Listed<ShareSeen>> => {
    deps.lists.check('room-shares', page);
    const found = await inRoom(deps, ctx, roomId, { action: 'room.shares.list', apply: (_, seen) => seen });
    const { subject, user } = found;
    const seesAll = seesEveryMember(found, found.room, found.membership);
    // Of a restricted folder that only shows them its files, members know no links.
    const reach = reachIn(unscoped(found), true);
    const anyOf = marksIn(reach).map((mark) =>
      seesAll ? linksOfRoomByMark(roomId, mark) : linksOfRoomBy(roomId, mark, user.id),
    );
    const { items, meta } = await deps.lists.page(
      {
        name: `room-shares:${roomId}:${subject.clearance}${nameOfReach(reach)}${seesAll ? '' : `:${user.id}`}`,
        collection: shareLinks,
        selection: { anyOf },
      },
      page,
    );
    return { items: await sharesSeen(deps, found, items, page), meta };
  };
