import {
  editGroup as edit,
  type Group,
  type GroupDescription,
  type GroupName,
  groupIn,
  letSeeEachOther,
  seeEachOther,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { fieldsChanged } from '../../kernel/fields-changed.ts';
import { type GroupPlace, inGroup } from '../../kernel/in-group.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type GroupSeen, groupsSeen, withGroupMay } from '../../steps/groups/groups-seen.ts';
import { roomGroups } from '../../store/groups.ts';
import { rooms } from '../../store/rooms.ts';

type EditGroupInput = GroupPlace &
  Readonly<{
    name?: GroupName | undefined;
    description?: GroupDescription | undefined;
    membersSeeEachOther?: boolean | undefined;
  }>;

/**
 * Changes name, description, and whether its members see each other. Throws ROOM_NOT_FOUND, GROUP_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED,
 * NAME_TAKEN.
 */
export const editGroup =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, { name, description, membersSeeEachOther, ...place }: EditGroupInput): Promise<GroupSeen> => {
    const { at, group } = await inGroup(deps, ctx, place, {
      action: 'group.edit',
      serializeOn: place.roomId,
      apply: (uow, found, target) => {
        const change = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
        const next = edit(found.all, place.groupId, change);
        const isOpen = membersSeeEachOther ?? seeEachOther(found.room, place.groupId);
        const room = letSeeEachOther(found.room, place.groupId, isOpen);
        if (next !== found.all || room !== found.room) {
          uow.put(roomGroups, next);
          if (room === found.room) uow.expect(rooms, place.roomId);
          else uow.put(rooms, room);
          uow.record({
            type: 'group.edited',
            target,
            data: {
              group_id: place.groupId,
              ...(room !== found.room && { members_see_each_other: isOpen }),
              ...fieldsChanged(textsOf(groupIn(found.all, place.groupId)), textsOf(groupIn(next, place.groupId))),
            },
          });
        }
        return { at: { ...found, room }, group: groupIn(next, place.groupId) };
      },
    });
    const [seen = { roomId: place.roomId, group }] = await groupsSeen(deps, at, [group]);
    return withGroupMay(at, seen);
  };

const textsOf = ({ name, description }: Group) => ({ name, description });
