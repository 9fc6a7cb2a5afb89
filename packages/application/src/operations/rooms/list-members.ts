import { decide, type RoomId } from '@strongroom/domain';
import type { MemberSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { notingOversight } from '../../kernel/noting-oversight.ts';
import { roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { memberSeen, roomSeen } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { memberships, membersOfRoom } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

/** The members of a room by user id, with what each membership is worth at present. Throws ROOM_NOT_FOUND, INVALID_CURSOR. */
export const listMembers =
  (deps: Pick<Deps, 'runner' | 'documents' | 'lists' | 'clock' | 'classification'>) =>
  async (
    ctx: SignedIn,
    { roomId, ...page }: PageRequest & Readonly<{ roomId: RoomId }>,
  ): Promise<Listed<MemberSeen>> => {
    deps.lists.check('members', page);
    const room = await deps.runner.run({
      author: authorOf(ctx),
      refs: roomRefs(ctx, roomId),
      apply: (uow) => {
        const found = roomInSight(deps, uow, ctx, roomId);
        permit(decide('room.members.list', found), roomTarget(roomId, found.room));
        notingOversight(uow, roomSeen(found, found.room, found.membership));
        return found.room;
      },
    });
    const { items, meta } = await deps.lists.page(
      {
        name: `members:${roomId}`,
        collection: memberships,
        selection: { anyOf: [membersOfRoom(roomId)] },
        order: 'oldest',
        total: room.memberCount,
      },
      page,
    );
    const people = await deps.documents.read(items.map((membership) => refTo(users, membership.userId)));
    return {
      items: items.map((membership, index) => {
        const document = people[index];
        return memberSeen(deps.classification, membership, document && stateOf(users, document));
      }),
      meta,
    };
  };
