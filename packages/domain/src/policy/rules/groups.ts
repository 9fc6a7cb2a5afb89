import { exists } from '../../model/room.ts';
import { roomRule, rule } from '../../rule.ts';
import type { GroupFacts, RoomFacts, WhoFacts } from './facts.ts';
import { liveMembership } from './rooms.ts';

export const groupInRoom = rule<RoomFacts & GroupFacts>(
  'group-in-room',
  'The group is one of this room.',
  'GROUP_NOT_FOUND',
  ({ group, room }) => exists(room) && group?.roomId === room.id,
);

export const groupMember = roomRule<WhoFacts & RoomFacts & GroupFacts>(
  'group-member',
  'The caller is in the group.',
  'GROUP_NOT_FOUND',
  (facts) => facts.group !== undefined && liveMembership(facts)?.groups?.includes(facts.group.id) === true,
);
