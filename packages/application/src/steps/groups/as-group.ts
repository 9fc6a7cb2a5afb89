import { DomainError, decide } from '@strongroom/domain';
import { permit } from '../../kernel/denied.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { groupsOf } from '../../kernel/in-group.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import { roomTarget } from '../../kernel/targets.ts';

/**
 * An owner of the room in the place of a viewer who is in one group only and has the owner's clearance: they never see more than
 * before. An id of the wrong form is answered like an unknown one. Throws INSUFFICIENT_ROOM_ROLE, GROUP_NOT_FOUND.
 */
export function asGroup(snapshot: Snapshot, at: InRoom, groupId: string): InRoom {
  const { room, membership } = at;
  // Decides before it looks the group up: others learn nothing from its id.
  permit(decide('group.see_all', at), roomTarget(room.id, room));
  const group = groupsOf(snapshot, room.id).groups.find(({ id }) => id === groupId);
  if (group === undefined) throw new DomainError('GROUP_NOT_FOUND');
  if (membership === undefined) throw new TypeError('an owner of the room is no member of it');
  return { ...at, membership: { ...membership, role: 'viewer', groups: [group.id] } };
}
