import { decide, type RoomId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { MemberSeen } from '../../kernel/answers.ts';
import { refTo, stateOf } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { memberSeen, roomSeen } from '../../kernel/seen.ts';
import { roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { memberships, membersOfRoom } from '../../repositories/rooms.ts';
import { users } from '../../repositories/users.ts';
import { notingOversight } from './noting-oversight.ts';

/** The members of a room by user id, with what each membership is worth at present. Throws ROOM_NOT_FOUND, INVALID_CURSOR. */
export const listMembers =
  (deps: Pick<Deps, 'journal' | 'documents' | 'lists' | 'clock' | 'classification'>) =>
  async (
    ctx: SignedIn,
    { roomId, ...page }: PageRequest & Readonly<{ roomId: RoomId }>,
  ): Promise<Listed<MemberSeen>> => {
    deps.lists.check('members', page);
    const room = await deps.journal.run({
      author: authorOf(ctx),
      refs: roomRefs(ctx, roomId),
      decide: (at) => {
        const found = roomInSight(deps, at, ctx, roomId);
        permit(decide('room.members.list', found), roomTarget(roomId, found.room));
        notingOversight(at, roomSeen(found, found.room, found.membership));
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
