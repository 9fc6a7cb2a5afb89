import {
  addGroup,
  type Group,
  type GroupDescription,
  type GroupId,
  type GroupName,
  letSeeEachOther,
  type RoomId,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { groupsOf } from '../../kernel/in-group.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutField } from '../../kernel/replay.ts';
import { type GroupSeen, withGroupMay } from '../../steps/groups/groups-seen.ts';
import { refTo } from '../../store/collection.ts';
import { roomGroups } from '../../store/groups.ts';
import { rooms } from '../../store/rooms.ts';

type CreateGroupInput = Readonly<{
  roomId: RoomId;
  name: GroupName;
  description: GroupDescription;
  membersSeeEachOther?: boolean | undefined;
}>;

/** Makes a group without members. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, LIMIT_REACHED, NAME_TAKEN. */
export const createGroup =
  (deps: OperationDeps & Pick<Deps, 'ids'>) =>
  (ctx: SignedIn, { roomId, name, description, membersSeeEachOther = true }: CreateGroupInput): Promise<GroupSeen> =>
    inRoom(deps, ctx, roomId, {
      action: 'group.create',
      refs: [refTo(roomGroups, roomId)],
      serializeOn: roomId,
      replay: { store: (made) => withoutField(made, 'may'), restore: (kept: GroupSeen) => kept },
      complete: (made, present) => withGroupMay(present(), made),
      apply: (uow, { room, user }, target): GroupSeen => {
        const group: Group = {
          id: deps.ids.uuid<GroupId>(),
          name,
          description,
          createdBy: user.id,
          createdAt: deps.clock.now(),
        };
        uow.put(roomGroups, addGroup(groupsOf(uow, roomId), group));
        // Archival and deletion replace the room, too.
        uow.put(rooms, letSeeEachOther(room, group.id, membersSeeEachOther));
        uow.record({ type: 'group.created', target, data: { group_id: group.id } });
        return { roomId, group, details: { memberCount: 0, membersSeeEachOther } };
      },
    });
