import { meets, stoppedAtTheDoor } from './credential.ts';
import type { Answer, AtRoom, NamedUser } from './situation.ts';

const HEIGHT = { none: 0, viewer: 1, contributor: 2, owner: 3 };

/** A membership that counts: of this user, in this room, and not ended by a deactivation. */
const isMate = ({ closed }: AtRoom): boolean => closed === 'to all but mates';

export const isMember = (s: AtRoom): boolean =>
  s.member === 'viewer' || s.member === 'contributor' || s.member === 'owner';

export const oversees = (s: AtRoom): boolean =>
  s.role === 'owner' || s.role === 'domain_admin' || s.role === 'security_officer' || s.role === 'auditor';

/** Members and overseers whose clearance reaches the label. No role is exempt from clearance. */
export const seesRoom = (s: AtRoom): boolean =>
  (s.room === 'active' || s.room === 'archived') && s.clearance >= s.roomLabel && (isMember(s) || oversees(s));

/** "Unknown or deactivated user: 404; an invited one may be added." */
export const isAddable = (named: NamedUser): boolean =>
  named === 'oneself' || named === 'active' || named === 'invited';

/** "A member lacking both gets INSUFFICIENT_ROOM_ROLE, an overseer INSUFFICIENT_ROLE." */
export const lacksBoth = (s: AtRoom): Answer => (isMember(s) ? 'INSUFFICIENT_ROOM_ROLE' : 'INSUFFICIENT_ROLE');

/**
 * "It makes or renews an invitation only if the inviter could make that user now": an external member. Addresses that cannot be
 * invited have one answer; to colleagues a deactivated one is a conflict of state, which is checked after the policy.
 */
function isInvitable(s: AtRoom): boolean {
  if (s.invitee === 'deactivated') return !s.external;
  if (s.invitee === 'outsider above ended') return s.clearance >= 4;
  return s.invitee !== 'invitation ended';
}

/**
 * "Nobody outside becomes owner of a room, or chooses one, unless STRONGROOM_EXTERNAL_OWNERS=on; an owner of now stays." The answer
 * to an external caller does not depend on whom they name.
 */
const becomesOwner = (s: AtRoom): boolean => s.externalOwners === 'off' && s.to === 'owner' && s.from !== 'owner';

/** An unknown address becomes an external user. */
const isOutside = (invitee: AtRoom['invitee']): boolean => invitee === 'unknown' || invitee.startsWith('outsider');

/** Notes of members about a room for themselves. */
const OWN_CHOICES: ReadonlySet<string> = new Set(['room.notifications.edit', 'room.favourite', 'room.note_visit']);

/** Expected answers for rooms. */
export function aboutRooms(action: string, s: AtRoom): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  // As with sessions, whatever the room: a limited token changes no choices of its user.
  if (OWN_CHOICES.has(action) && s.scopes !== 'unlimited') return 'INSUFFICIENT_SCOPE';
  if (action === 'room.list') return 'allow';
  if (action === 'room.oversee') return oversees(s) ? 'allow' : 'INSUFFICIENT_ROLE';
  if (action === 'user.invite_to_room')
    // An external user gets the clearance 1 in these situations.
    return (s.invitee === 'unknown' || s.invitee === 'outsider ended') && s.clearance < 1
      ? 'INSUFFICIENT_ROLE'
      : isInvitable(s)
        ? 'allow'
        : 'INSUFFICIENT_ROLE';
  if (action === 'room.create') {
    if (s.role === 'auditor' || s.external) return 'INSUFFICIENT_ROLE';
    if (s.sent > s.clearance) return 'CLEARANCE_INSUFFICIENT';
    return s.placeable ? 'allow' : 'ORG_UNIT_NOT_FOUND';
  }

  if (!seesRoom(s)) return 'ROOM_NOT_FOUND';
  const owns = s.member === 'owner';
  switch (action) {
    case 'room.see':
    case 'room.get':
    case 'room.members.list':
      return 'allow';
    case 'room.members.see_all':
      // "a member who is no owner sees themself and the owners only"; overseers see the member list.
      return owns || oversees(s) || (isMember(s) && !s.closed) ? 'allow' : lacksBoth(s);
    case 'room.members.see_details':
      // "For externals, members that they may see have id, name, role in the room, nothing else."
      return !s.external || s.oneself ? 'allow' : 'INSUFFICIENT_ROLE';
    case 'room.members.see_end':
      // Owners remove members and renew memberships.
      return !s.external || s.oneself || owns ? 'allow' : lacksBoth(s);
    case 'room.members.see_ended':
      // "Only owners see who was a member until their membership ended."
      return owns ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
    case 'room.members.name': {
      // The other user is an owner where the room has one. Answers name only people whom the caller would find.
      if (s.oneself || !s.orphaned) return 'allow';
      const seesAll = owns || oversees(s) || (isMember(s) && !s.closed);
      if (seesAll && (!s.external || (s.present && isAddable(s.named)))) return 'allow';
      // "a member sees owners and those with whom they share a group", while these are in the room.
      if (isMember(s) && isMate(s) && s.present && isAddable(s.named)) return 'allow';
      return isMember(s) ? 'MEMBER_NOT_FOUND' : 'INSUFFICIENT_ROLE';
    }
    case 'room.favourite':
    case 'room.note_visit':
    case 'room.notifications.edit':
      return isMember(s) ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
    case 'group.list':
      return isMember(s) ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
    case 'group.see_all':
      return owns ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
    case 'group.create':
      if (!owns) return 'INSUFFICIENT_ROOM_ROLE';
      return s.room === 'archived' ? 'ROOM_ARCHIVED' : 'allow';
    case 'room.shares.list':
      return owns || s.member === 'contributor' ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
    case 'room.edit':
    case 'room.renumber':
      if (!owns) return 'INSUFFICIENT_ROOM_ROLE';
      return s.room === 'archived' ? 'ROOM_ARCHIVED' : 'allow';
    case 'room.archive':
    case 'room.unarchive':
      return owns || s.role === 'owner' || s.role === 'domain_admin' ? 'allow' : lacksBoth(s);
    case 'room.export':
    case 'room.sight':
      return owns ? 'allow' : 'INSUFFICIENT_ROOM_ROLE';
    case 'webhook.room.list':
    case 'webhook.room.manage':
    // "owner …; a room owner for their room": they read its log too.
    case 'room.delete':
      return owns || s.role === 'owner' ? 'allow' : lacksBoth(s);
    case 'room.members.add': {
      const adopts =
        s.orphaned && (s.role === 'owner' || (s.role === 'domain_admin' && !s.tookOwner.endsWith('lately')));
      if (!owns && !adopts) return lacksBoth(s);
      // The body names the user, so they are looked for after the role and before the state of the room.
      if (!isAddable(s.named) && s.named !== 'erased') return 'USER_NOT_FOUND';
      if (s.external && s.named !== 'oneself' && !meets(s)) return 'USER_NOT_FOUND';
      // "adding members or raising their role" is refused in an archived room, "lowering a role works".
      if (s.room === 'archived' && HEIGHT[s.to] > HEIGHT[s.from]) return 'ROOM_ARCHIVED';
      if ((s.external || s.namedExternal) && becomesOwner(s)) return 'EXTERNAL_OWNER';
      return s.named === 'erased' ? 'USER_ERASED' : 'allow';
    }
    case 'room.invite':
      // An external user gets the clearance 1 in these situations, which every caller has who sees a room.
      if (s.invitations === 'off') return 'INSUFFICIENT_ROLE';
      if (!owns) return 'INSUFFICIENT_ROOM_ROLE';
      if (!isInvitable(s)) return 'INSUFFICIENT_ROLE';
      if (s.room === 'archived') return 'ROOM_ARCHIVED';
      return (s.external || isOutside(s.invitee)) && becomesOwner(s) ? 'EXTERNAL_OWNER' : 'allow';
    case 'room.members.remove': {
      // The path names the member, so they are looked for before the role.
      if (!s.present) return 'MEMBER_NOT_FOUND';
      // Members whom the caller does not see are answered like those who are not there.
      if (s.closed && !isMate(s) && !owns && !oversees(s) && !s.oneself && s.memberIs !== 'owner')
        return 'MEMBER_NOT_FOUND';
      const administers = s.role === 'owner' || s.role === 'domain_admin' || s.role === 'security_officer';
      return owns || administers || s.oneself ? 'allow' : lacksBoth(s);
    }
    default:
      throw new Error(`the interface says nothing about ${action}`);
  }
}
