import { stoppedAtTheDoor } from './credential.ts';
import { addsHere } from './fences.ts';
import { isMember, seesRoom } from './rooms.ts';
import type { Answer, AtRequest, RequestHolder } from './situation.ts';

/** Upload requests and the inbox: "seen by room owners and by the request's maker while they still may upload to the folder". */
export function aboutRequests(action: string, s: AtRequest): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  const isArchived = s.room === 'archived';
  const adds = isMember(s) && addsHere(s);
  if (action === 'upload_request.create' || action === 'upload_request.list' || action === 'inbox.list') {
    if (!seesRoom(s)) return 'ROOM_NOT_FOUND';
    if (!(action === 'upload_request.create' ? adds : isMember(s))) return 'INSUFFICIENT_ROOM_ROLE';
    return isArchived && action === 'upload_request.create' ? 'ROOM_ARCHIVED' : 'allow';
  }
  const roomThere = s.room === 'active' || s.room === 'archived';
  const isReachable = roomThere && s.clearance >= s.roomLabel;
  const isMaker = (s.request === 'own' || s.request === 'before') && isMember(s);
  const makes = isMaker && s.request === 'own' && s.folder === 'there' && adds;
  if (action.startsWith('inbox.')) {
    const isThere = isReachable && s.item === 'there';
    if (!isThere || (s.member !== 'owner' && !makes)) return 'ITEM_NOT_FOUND';
    return isArchived && action === 'inbox.accept' ? 'ROOM_ARCHIVED' : 'allow';
  }
  const isThere = isReachable && (s.request === 'own' || s.request === 'before' || s.request === 'of another user');
  if (!isThere || (s.member !== 'owner' && !isMaker)) return 'REQUEST_NOT_FOUND';
  if (action !== 'upload_request.open') return 'allow';
  if (!makes) return 'INSUFFICIENT_ROOM_ROLE';
  return isArchived ? 'ROOM_ARCHIVED' : 'allow';
}

/** Holders of the link: 404, then revoked, expired, full, in this order. "A stranger is not told the state of the room." */
export function aboutHeldRequests(action: string, s: RequestHolder): Answer {
  const roomThere = s.room === 'active' || s.room === 'archived';
  if (s.request !== 'opened' || !roomThere) return 'REQUEST_NOT_FOUND';
  if (s.revoked || s.room === 'archived' || !makerMayStill(s)) return 'REQUEST_REVOKED';
  if (s.expired) return 'REQUEST_EXPIRED';
  const isFull = s.received !== 'less';
  return isFull && action !== 'upload_request.confirm' ? 'REQUEST_FULL' : 'allow';
}

/** "Live only while the maker is active, member, may still upload to the folder and see it." */
function makerMayStill(s: RequestHolder): boolean {
  if (s.creator !== 'active' || s.creatorWasAway || s.creatorClearance < s.label) return false;
  if (s.creatorMember !== 'viewer' && s.creatorMember !== 'contributor' && s.creatorMember !== 'owner') return false;
  return s.folder === 'there' && addsHere({ fences: s.fences, member: s.creatorMember });
}
