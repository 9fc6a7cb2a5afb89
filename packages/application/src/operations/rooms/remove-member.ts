import { DomainError, decide, type RoomId, removeMember as take, type UserId } from '@strongroom/domain';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { refTo } from '../../store/collection.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';

type Input = Readonly<{ roomId: RoomId; userId: UserId }>;

/**
 * Takes a member out of a room; his share links there die with the membership.
 * Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INSUFFICIENT_ROLE, MEMBER_NOT_FOUND, LAST_ROOM_OWNER.
 */
export const removeMember =
  (deps: Pick<Deps, 'runner' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { roomId, userId }: Input): Promise<Input> =>
    deps.runner.run({
      author: authorOf(ctx),
      refs: [...roomRefs(ctx, roomId), refTo(memberships, membershipId(roomId, userId))],
      serializeOn: roomId,
      apply: (uow) => {
        const found = roomInSight(deps, uow, ctx, roomId);
        const target = roomTarget(roomId, found.room);
        const membership = uow.find(memberships, membershipId(roomId, userId));
        // Everybody who may see the room may see its members, so "no such member" tells nothing and speaks first.
        if (membership === undefined) throw new DomainError('MEMBER_NOT_FOUND');
        permit(decide('room.members.remove', { ...found, memberId: userId }), target);
        uow.put(rooms, take(found.room, membership, { userId: found.user.id, at: deps.clock.now() }));
        uow.remove(memberships, membershipId(roomId, userId));
        uow.record({ type: 'member.removed', target, data: { user_id: userId, role: membership.role } });
        return { roomId, userId };
      },
    });
