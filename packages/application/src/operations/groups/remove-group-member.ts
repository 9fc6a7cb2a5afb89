import { DomainError, leaveGroup } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { inGroup } from '../../kernel/in-group.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { refTo } from '../../store/collection.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import type { GroupMember } from './add-group-member.ts';

/** Takes a member out of a group. Throws ROOM_NOT_FOUND, GROUP_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, MEMBER_NOT_FOUND. */
export const removeGroupMember =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { userId, ...place }: GroupMember): Promise<GroupMember> => {
    const id = membershipId(place.roomId, userId);
    return inGroup(deps, ctx, place, {
      action: 'group.members.remove',
      refs: [refTo(memberships, id)],
      serializeOn: place.roomId,
      apply: (uow, { room }, target) => {
        const membership = uow.find(memberships, id);
        const next = membership && leaveGroup(membership, place.groupId);
        if (next === undefined || next === membership) throw new DomainError('MEMBER_NOT_FOUND');
        uow.put(memberships, next);
        // Every change of what a member may do replaces the room.
        uow.put(rooms, room);
        uow.record({ type: 'group.member_removed', target, data: { group_id: place.groupId, user_id: userId } });
        return { ...place, userId };
      },
    });
  };
