import type { RoomId } from '@strongroom/domain';
import type { MemberSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { notingOversight } from '../../kernel/noting-oversight.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { memberSeen, roomSeen } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { memberships, membersOfRoom } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

type Input = PageRequest & Readonly<{ roomId: RoomId }>;

/** The members of a room by user id, each with its present access. Throws ROOM_NOT_FOUND, INVALID_CURSOR. */
export const listMembers =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (ctx: SignedIn, { roomId, ...page }: Input): Promise<Listed<MemberSeen>> => {
    deps.lists.check('members', page);
    const { room } = await inRoom(deps, ctx, roomId, {
      action: 'room.members.list',
      apply: (uow, found) => notingOversight(uow, roomSeen(found, found.room, found.membership)),
    });
    const list = {
      name: `members:${roomId}`,
      collection: memberships,
      selection: { anyOf: [membersOfRoom(roomId)] },
      order: 'oldest',
      total: room.memberCount,
    } as const;
    const { items, meta } = await deps.lists.page(list, page);
    const people = await deps.documents.read(items.map((membership) => refTo(users, membership.userId)));
    const seen = items.map((membership, index) => {
      const document = people[index];
      return memberSeen(deps.labelRules, membership, document && stateOf(users, document));
    });
    return { items: seen, meta };
  };
