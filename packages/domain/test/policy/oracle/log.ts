import { stoppedAtTheDoor } from './credential.ts';
import { isMember, lacksBoth, oversees, seesRoom } from './rooms.ts';
import type { Answer, AtLog } from './situation.ts';

const looksEverywhere = (s: AtLog): boolean =>
  s.role === 'owner' || s.role === 'security_officer' || s.role === 'auditor';

/** The log "outlives what it is about": overseers see a deleted room in it still. Members it has no more. */
const seesInLog = (s: AtLog): boolean =>
  seesRoom(s) || (s.room === 'deleted' && s.clearance >= s.roomLabel && oversees(s));

/** What interface section 4 ("Audit") answers. */
export function aboutLog(action: string, s: AtLog): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  // "a room one sees without that right, or none named: 403; one cannot see: 404"
  if (s.namesRoom && !seesInLog(s)) return 'ROOM_NOT_FOUND';
  if (action === 'audit.room.see') return 'allow';
  if (action !== 'audit.read') throw new Error(`the interface says nothing about ${action}`);
  if (looksEverywhere(s)) return 'allow';
  if (!s.namesRoom || s.room === 'deleted') return 'INSUFFICIENT_ROLE';
  return s.member === 'owner' ? 'allow' : lacksBoth(s);
}

/** "oneself about oneself; owner, security_officer, auditor about anyone; a room owner about his room" */
export function aboutExplanations(action: string, s: AtLog): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  // "A room … hidden from the asker is 404." Whether there is such a user is told after the role: the body names him.
  if (s.namesRoom && !seesRoom(s)) return 'ROOM_NOT_FOUND';
  if (s.target === 'oneself' || looksEverywhere(s)) return 'allow';
  if (!s.namesRoom) return 'INSUFFICIENT_ROLE';
  return isMember(s) && s.member === 'owner' ? 'allow' : lacksBoth(s);
}
