import { stoppedAtTheDoor } from './credential.ts';
import { addsHere, contributesHere, isFenced } from './fences.ts';
import { mayExplain } from './files.ts';
import { isMember, oversees, seesRoom } from './rooms.ts';
import type { Answer, AtLink, AtPackage, LinkHolder } from './situation.ts';

/** `GET`, `PATCH` and `DELETE /shares/:id`: "to anybody else 404 SHARE_NOT_FOUND". */
export function aboutLinks(action: string, s: AtLink): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  const roomThere = s.room === 'active' || s.room === 'archived';
  const fileThere = s.file === 'available' || s.file === 'own available';
  const linkThere = s.link === 'own' || s.link === 'of another user';
  if (!roomThere || !fileThere || !linkThere) return 'SHARE_NOT_FOUND';
  if (s.clearance < Math.max(s.roomLabel, s.fileLabel)) return 'SHARE_NOT_FOUND';
  const isTheirs = s.link === 'own' || s.member === 'owner';
  // Members know of no links in a folder to which they do not contribute.
  const isOpen =
    !isFenced(s) || (isMember(s) && (s.member === 'viewer' ? addsHere(s) : contributesHere(s.fences, s.member)));
  const sees = isOpen && (isTheirs || (s.member === 'contributor' && !s.closed));
  const revokes =
    (isTheirs && (isOpen || oversees(s))) ||
    s.role === 'owner' ||
    s.role === 'domain_admin' ||
    s.role === 'security_officer';
  // The answer of a change shows the link, and needs no right to read it.
  if (action === 'share.see' || action === 'share.find') return sees ? 'allow' : 'SHARE_NOT_FOUND';
  if (action === 'share.revoke') return revokes ? 'allow' : 'SHARE_NOT_FOUND';
  // Callers who see or revoke it, and auditors, who read of it in the log.
  if (!sees && !revokes && s.role !== 'auditor') return 'SHARE_NOT_FOUND';
  if (action === 'access.share.see') return 'allow';
  if (action === 'share.edit') {
    if (!sees) return 'SHARE_NOT_FOUND';
    // A change needs what revoking needs, and what making the link needs now.
    const makes = s.member === 'owner' || (s.member === 'contributor' && s.link === 'own');
    if (!makes) return 'INSUFFICIENT_ROOM_ROLE';
    if (Math.max(s.roomLabel, s.fileLabel) > s.shareMax) return 'SHARE_NOT_ALLOWED';
    return s.room === 'archived' ? 'ROOM_ARCHIVED' : 'allow';
  }
  if (action === 'access.share.explain') return mayExplain(s);
  throw new Error(`the interface says nothing about ${action}`);
}

/** Packages: their maker sees them, and owners of the room; "revoking as for links". */
export function aboutPackages(action: string, s: AtPackage): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  const writes = s.member === 'owner' || s.member === 'contributor';
  if (action === 'package.create') {
    if (!seesRoom(s)) return 'ROOM_NOT_FOUND';
    if (!writes) return 'INSUFFICIENT_ROOM_ROLE';
    return s.room === 'archived' ? 'ROOM_ARCHIVED' : 'allow';
  }
  const roomThere = s.room === 'active' || s.room === 'archived';
  const isThere = s.package === 'own' || s.package === 'of another user';
  if (!roomThere || s.clearance < s.roomLabel || !isThere) return 'SHARE_NOT_FOUND';
  const isTheirs = s.package === 'own' || s.member === 'owner';
  const guards = s.role === 'owner' || s.role === 'domain_admin' || s.role === 'security_officer';
  if (action === 'package.revoke') return isTheirs || guards ? 'allow' : 'SHARE_NOT_FOUND';
  if (!isTheirs) return 'SHARE_NOT_FOUND';
  if (action !== 'package.edit') return 'allow';
  if (s.member !== 'owner' && !(writes && s.package === 'own')) return 'INSUFFICIENT_ROOM_ROLE';
  return s.room === 'archived' ? 'ROOM_ARCHIVED' : 'allow';
}

/**
 * The public description of a link and its redemption: 404, then revoked, expired, exhausted, in this order. A redemption
 * is finished "for 24 hours, at most 100 times, while the link's file lives and the link is not revoked".
 */
export function aboutHeldLinks(action: string, s: LinkHolder): Answer {
  const roomThere = s.room === 'active' || s.room === 'archived';
  if (s.link === 'absent' || !roomThere || s.file !== 'available') return 'SHARE_NOT_FOUND';
  if (s.revoked || !creatorMayStill(s)) return 'SHARE_REVOKED';
  if (action === 'share.resume')
    return s.redemption === 'new' || s.redemption === 'with one resume left' ? 'allow' : 'REDEMPTION_ENDED';
  if (s.expired) return 'SHARE_EXPIRED';
  return s.downloads === 'used up' ? 'SHARE_EXHAUSTED' : 'allow';
}

/** "The creator's present status, membership, role and clearance", and what the operator allows at present. */
function creatorMayStill(s: LinkHolder): boolean {
  if (s.creator !== 'active') return false;
  if (s.creatorWasAway) return false;
  if (s.creatorMember !== 'contributor' && s.creatorMember !== 'owner') return false;
  if (!contributesHere(s.fences, s.creatorMember)) return false;
  return s.creatorClearance >= s.label && s.label <= s.shareMax;
}
