import { editGroup as edit, type GroupDescription, type GroupName, groupIn } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type GroupPlace, inGroup } from '../../kernel/in-group.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type GroupSeen, groupsSeen } from '../../steps/groups/groups-seen.ts';
import { roomGroups } from '../../store/groups.ts';
import { rooms } from '../../store/rooms.ts';

type EditGroupInput = GroupPlace &
  Readonly<{ name?: GroupName | undefined; description?: GroupDescription | undefined }>;

/** Changes name and description. Throws ROOM_NOT_FOUND, GROUP_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED, NAME_TAKEN. */
export const editGroup =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, { name, description, ...place }: EditGroupInput): Promise<GroupSeen> => {
    const { at, group } = await inGroup(deps, ctx, place, {
      action: 'group.edit',
      serializeOn: place.roomId,
      apply: (uow, found, target) => {
        const change = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
        const next = edit(found.all, place.groupId, change);
        if (next !== found.all) {
          uow.put(roomGroups, next);
          uow.expect(rooms, place.roomId);
          uow.record({ type: 'group.edited', target, data: { group_id: place.groupId } });
        }
        return { at: found, group: groupIn(next, place.groupId) };
      },
    });
    const [seen] = await groupsSeen(deps, at, [group]);
    return seen ?? { roomId: place.roomId, group };
  };
