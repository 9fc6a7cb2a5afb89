import { allows, DomainError, isLive, joinGroup, refuseErased, UserId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { type GroupPlace, inGroup } from '../../kernel/in-group.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { replayVerbatim } from '../../kernel/replay.ts';
import { refTo } from '../../store/collection.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

export type GroupMember = GroupPlace & Readonly<{ userId: UserId }>;
type Added = GroupMember & Readonly<{ added: boolean }>;

/**
 * Adds a member of the room to a group. A repeated call changes nothing. Throws ROOM_NOT_FOUND, GROUP_NOT_FOUND,
 * INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, MEMBER_NOT_FOUND, USER_ERASED.
 */
export const addGroupMember =
  (deps: OperationDeps & Pick<Deps, 'ids'>) =>
  (ctx: SignedIn, { userId: asked, ...place }: GroupPlace & Readonly<{ userId: string }>): Promise<Added> => {
    const userId = idOrRandom(UserId, asked, deps.ids);
    const id = membershipId(place.roomId, userId);
    return inGroup(deps, ctx, place, {
      action: 'group.members.add',
      refs: [refTo(memberships, id), refTo(users, userId)],
      serializeOn: place.roomId,
      replay: replayVerbatim<Added>(),
      apply: (uow, { room, ...who }, target): Added => {
        const [membership, user] = [uow.find(memberships, id), uow.find(users, userId)];
        // Others learn nothing of users whom they do not see.
        if (user !== undefined && allows('user.see', { ...who, target: user, common: [] })) refuseErased(user);
        if (user === undefined || !isLive(membership, user, deps.clock.now()))
          throw new DomainError('MEMBER_NOT_FOUND');
        const next = joinGroup(membership, place.groupId);
        if (next === membership) return { ...place, userId, added: false };
        uow.put(memberships, next);
        // Every change of what a member may do replaces the room.
        uow.put(rooms, room);
        uow.record({ type: 'group.member_added', target, data: { group_id: place.groupId, user_id: userId } });
        return { ...place, userId, added: true };
      },
    });
  };
