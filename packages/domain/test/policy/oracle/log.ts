import { stoppedAtTheDoor } from './credential.ts';
import { lacksBoth, oversees, seesRoom } from './rooms.ts';
import type { Answer, AtLog } from './situation.ts';

const looksEverywhere = (s: AtLog): boolean =>
  s.role === 'owner' || s.role === 'security_officer' || s.role === 'auditor';

/** The log "outlives what it is about": overseers still see the log of a deleted room, but it has no members. */
const seesInLog = (s: AtLog): boolean =>
  seesRoom(s) || (s.room === 'deleted' && s.clearance >= s.roomLabel && oversees(s));

/** Expected answers for the audit log. */
export function aboutLog(action: string, s: AtLog): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  // "a room one sees without that right, or none named: 403; one cannot see: 404"
  if (s.namesRoom && !seesInLog(s)) return 'ROOM_NOT_FOUND';
  if (action === 'audit.room.see') return 'allow';
  if (action !== 'audit.read' && action !== 'audit.room.read')
    throw new Error(`the interface says nothing about ${action}`);
  if (looksEverywhere(s)) return 'allow';
  if (!s.namesRoom || s.room === 'deleted') return 'INSUFFICIENT_ROLE';
  return s.member === 'owner' ? 'allow' : lacksBoth(s);
}

/** "oneself about oneself; owner, security_officer, auditor about anyone; a room owner about their room" */
export function aboutExplanations(action: string, s: AtLog): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  // "A room … hidden from the asker is 404." The body names the user, so they are looked for after the role.
  if (s.namesRoom && !seesRoom(s)) return 'ROOM_NOT_FOUND';
  if (s.external && s.target !== 'oneself') return 'INSUFFICIENT_ROLE';
  const explains = s.target === 'oneself' || looksEverywhere(s) || (s.namesRoom && s.member === 'owner');
  if (!explains) return s.namesRoom ? lacksBoth(s) : 'INSUFFICIENT_ROLE';
  return s.target === 'absent' ? 'USER_NOT_FOUND' : 'allow';
}
