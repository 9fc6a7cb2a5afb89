import { type RoomId, removeMember as remove, type UserId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { takenBy } from '../../steps/people/taken-by.ts';
import { refTo } from '../../store/collection.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';

type RemoveMemberInput = Readonly<{ roomId: RoomId; userId: UserId }>;

/**
 * Removes a member from a room; their share links there end with the membership.
 * Throws ROOM_NOT_FOUND, MEMBER_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE, LAST_ROOM_OWNER.
 */
export const removeMember =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { roomId, userId }: RemoveMemberInput): Promise<RemoveMemberInput> => {
    const id = membershipId(roomId, userId);
    return inRoom(deps, ctx, roomId, {
      action: 'room.members.remove',
      refs: [refTo(memberships, id)],
      serializeOn: roomId,
      facts: (snapshot) => ({ memberId: userId, member: snapshot.find(memberships, id) }),
      apply: (uow, { room, user }, target) => {
        const membership = uow.get(memberships, id);
        uow.put(rooms, remove(room, membership, takenBy(user, deps.clock.now())));
        uow.remove(memberships, id);
        uow.record({ type: 'member.removed', target, data: { user_id: userId, role: membership.role } });
        return { roomId, userId };
      },
    });
  };
