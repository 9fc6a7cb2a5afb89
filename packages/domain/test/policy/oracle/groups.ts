import { stoppedAtTheDoor } from './credential.ts';
import { isMember, seesRoom } from './rooms.ts';
import type { Answer, AtRoom } from './situation.ts';

/** "Owners see all groups of their room, other members those that they are in." */
const seesGroup = (s: AtRoom): boolean =>
  seesRoom(s) && ((s.member === 'owner' && s.group === 'of others') || (isMember(s) && s.group === 'own'));

/** Expected answers for one group of a room. */
export function aboutGroups(action: string, s: AtRoom): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  if (action === 'group.see') return seesGroup(s) ? 'allow' : 'GROUP_NOT_FOUND';
  // The path names the room, then the group; their refusals come first.
  if (!seesRoom(s)) return 'ROOM_NOT_FOUND';
  if (!seesGroup(s)) return 'GROUP_NOT_FOUND';
  if (s.member !== 'owner') return 'INSUFFICIENT_ROOM_ROLE';
  // "Archived rooms: everything on groups is refused, except taking a member out of a group."
  return s.room === 'archived' && action !== 'group.members.remove' ? 'ROOM_ARCHIVED' : 'allow';
}
