import { type GroupId, type Instant, removeGroup, withoutGroup } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type GroupPlace, inGroup } from '../../kernel/in-group.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomGroups } from '../../store/groups.ts';
import { rooms } from '../../store/rooms.ts';

export type GroupGone = Readonly<{ id: GroupId; deletedAt: Instant }>;

/**
 * Deletes a group, also from the access lists of folders: one that named no other group is left to the owners of the room.
 * Memberships keep its id, which names nothing any more. Throws ROOM_NOT_FOUND, GROUP_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED.
 */
export const deleteGroup =
  (deps: OperationDeps & Pick<Deps, 'clock'>) =>
  (ctx: SignedIn, place: GroupPlace): Promise<GroupGone> =>
    inGroup(deps, ctx, place, {
      action: 'group.delete',
      serializeOn: place.roomId,
      apply: (uow, { all, room }, target) => {
        uow.put(roomGroups, removeGroup(all, place.groupId));
        // Every decision about a restricted folder rests on the room.
        uow.put(rooms, { ...room, ...withoutGroup(room, place.groupId) });
        uow.record({ type: 'group.deleted', target, data: { group_id: place.groupId } });
        return { id: place.groupId, deletedAt: deps.clock.now() };
      },
    });
