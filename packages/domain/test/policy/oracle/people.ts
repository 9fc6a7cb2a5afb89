import { meets, stoppedAtTheDoor } from './credential.ts';
import type { Answer, AtReceipt, AtUser, Clearance, OrgRoleWord } from './situation.ts';

/** "owner > domain_admin > security_officer, department_admin > auditor > member" */
const ORDER: readonly (readonly OrgRoleWord[])[] = [
  ['member'],
  ['auditor'],
  ['security_officer', 'department_admin'],
  ['domain_admin'],
  ['owner'],
];
const heightOf = (role: OrgRoleWord): number => ORDER.findIndex((step) => step.includes(role));

/** Section 2: "owner, domain_admin, security_officer C4; department_admin, auditor C3; member C2". */
function clearanceOf(role: OrgRoleWord, override: Clearance, external = false): Clearance {
  if (override > 0) return override;
  // In these situations the operator gives external users the clearance 1.
  if (external) return 1;
  if (role === 'member') return 2;
  return role === 'department_admin' || role === 'auditor' ? 3 : 4;
}

const isAdmin = (role: OrgRoleWord): boolean => role === 'owner' || role === 'domain_admin';

/** "owner, domain_admin and security_officer are granted by owners only" */
const isGivenByOwners = (role: OrgRoleWord): boolean => isAdmin(role) || role === 'security_officer';

/** "owner; domain_admin except from owner and domain_admin, and to what only owners grant" */
const mayChangeRole = (by: OrgRoleWord, from: OrgRoleWord, to: OrgRoleWord): boolean =>
  by === 'owner' || (by === 'domain_admin' && !isAdmin(from) && !isGivenByOwners(to));

/** Expected answers for users and API tokens. */
export function aboutPeople(action: string, s: AtUser): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  // "owner, domain_admin; a room owner for their room": any other caller gets the answer for none.
  if (action === 'webhook.see') return isAdmin(s.role) ? 'allow' : 'WEBHOOK_NOT_FOUND';
  if (action === 'webhook.see_all') return s.role === 'owner' ? 'allow' : 'WEBHOOK_NOT_FOUND';
  if (action === 'webhook.list' || action === 'webhook.manage') return isAdmin(s.role) ? 'allow' : 'INSUFFICIENT_ROLE';
  // "users and groups, with a token of scope scim", of owners and domain admins.
  if (action === 'directory.see') return isAdmin(s.role) ? 'allow' : 'INSUFFICIENT_ROLE';
  if (action === 'user.list' || action === 'token.list' || action === 'token.create') return 'allow';
  if (action === 'user.invite') return invitation(s);
  if (action === 'token.revoke') return tokenRevocation(s);
  if (action === 'user.list_all' || action === 'audit.see_details') return s.external ? 'INSUFFICIENT_ROLE' : 'allow';
  const unseen = s.target === 'another' && s.external && !meets(s);
  if (action === 'user.add')
    return unseen || s.target === 'absent' || (s.target === 'another' && s.targetStatus === 'deactivated')
      ? 'USER_NOT_FOUND'
      : stateOf(s, 'allow');

  const ofSessions = action === 'session.oversee' || action === 'session.end_of_user';
  if (ofSessions && s.scopes !== 'unlimited') return 'INSUFFICIENT_SCOPE';
  if (s.target === 'absent' || unseen) return 'USER_NOT_FOUND';
  const role = s.target === 'oneself' ? s.role : s.targetRole;
  const above = heightOf(role) > heightOf(s.role);
  switch (action) {
    case 'user.see':
    case 'user.get':
      return 'allow';
    case 'user.see_details':
      return !s.external || s.target === 'oneself' ? 'allow' : 'INSUFFICIENT_ROLE';
    case 'user.role':
      if (s.target === 'oneself' || !mayChangeRole(s.role, role, s.sentRole)) return 'INSUFFICIENT_ROLE';
      return clearanceOf(s.sentRole, s.targetOverride, s.targetExternal) > s.clearance
        ? 'INSUFFICIENT_ROLE'
        : stateOf(s, 'allow');
    case 'user.edit': {
      if (s.sentName && s.target !== 'oneself') return 'INSUFFICIENT_ROLE';
      if (s.sentExternal === 'unsaid') return 'allow';
      if (!isAdmin(s.role)) return 'INSUFFICIENT_ROLE';
      const was = s.target === 'oneself' ? false : s.targetExternal;
      const override = s.target === 'oneself' ? 0 : s.targetOverride;
      if (s.sentExternal === was) return 'allow';
      return clearanceOf(role, override, s.sentExternal) > s.clearance ? 'INSUFFICIENT_ROLE' : 'allow';
    }
    case 'user.email':
      if (s.target !== 'oneself' && !isAdmin(s.role)) return 'INSUFFICIENT_ROLE';
      return above ? 'INSUFFICIENT_ROLE' : stateOf(s, 'allow');
    case 'user.email.waive':
      return s.role === 'owner' && s.target !== 'oneself' ? stateOf(s, 'allow') : 'INSUFFICIENT_ROLE';
    case 'user.clearance':
      if (s.role !== 'owner' && s.role !== 'security_officer' && s.role !== 'domain_admin') return 'INSUFFICIENT_ROLE';
      if (s.target === 'oneself' || above) return 'INSUFFICIENT_ROLE';
      if (s.sentClearance > s.clearance) return 'CLEARANCE_INSUFFICIENT';
      return s.sentClearance === 0 && clearanceOf(role, 0, s.targetExternal) > s.clearance
        ? 'INSUFFICIENT_ROLE'
        : stateOf(s, 'allow');
    case 'directory.edit_user':
      return isAdmin(s.role) && !above ? stateOf(s, 'allow') : 'INSUFFICIENT_ROLE';
    case 'user.erase':
      if (!isAdmin(s.role)) return 'INSUFFICIENT_ROLE';
      if (s.target === 'oneself') return 'CANNOT_DEACTIVATE_SELF';
      return above ? 'INSUFFICIENT_ROLE' : 'allow';
    case 'user.deactivate':
      if (s.role !== 'owner' && s.role !== 'domain_admin' && s.role !== 'security_officer') return 'INSUFFICIENT_ROLE';
      if (s.target === 'oneself') return 'CANNOT_DEACTIVATE_SELF';
      if (s.role === 'security_officer' && role === 'domain_admin') return 'allow';
      return above ? 'INSUFFICIENT_ROLE' : 'allow';
    case 'user.reactivate':
      if (!isAdmin(s.role) || above) return 'INSUFFICIENT_ROLE';
      // Like an invitation with the role and the clearance that they get back.
      return s.target === 'another' && s.targetStatus !== 'active'
        ? stateOf(s, invitation({ ...s, sentRole: role, sentExternal: 'unsaid' }))
        : 'allow';
    case 'user.activation_link':
      if (!isAdmin(s.role) || above) return 'INSUFFICIENT_ROLE';
      // "An invited one: as re-inviting", with the role they have.
      return s.target === 'another' && s.targetStatus !== 'active'
        ? stateOf(s, invitation({ ...s, sentRole: role, sentExternal: 'unsaid' }))
        : 'allow';
    case 'user.uninvite':
      // A user who never accepted goes, and their override with them.
      if (
        s.role === 'department_admin' &&
        s.target === 'another' &&
        s.targetStatus === 'invited' &&
        s.targetOverride > 0
      )
        return 'INSUFFICIENT_ROLE';
      // Callers who may invite the user; department admins invite members only.
      return !above && (isAdmin(s.role) || (s.role === 'department_admin' && role === 'member'))
        ? 'allow'
        : 'INSUFFICIENT_ROLE';
    case 'user.key_person.unlink':
    case 'user.identity.unlink':
      // A user without a link can be linked to anybody, so it takes a second person who looks after security.
      return s.target === 'another' && (s.role === 'owner' || s.role === 'security_officer') && !above
        ? 'allow'
        : 'INSUFFICIENT_ROLE';
    case 'user.second_factor.reset':
      // "by an administrator of equal or higher role", and never one's own.
      return s.target === 'another' && (isAdmin(s.role) || s.role === 'security_officer') && !above
        ? 'allow'
        : 'INSUFFICIENT_ROLE';
    case 'user.units':
      if (s.target === 'oneself' || isAdmin(s.role) || s.role === 'security_officer' || s.role === 'auditor')
        return 'allow';
      return s.role === 'department_admin' && s.withinReach ? 'allow' : 'INSUFFICIENT_ROLE';
    case 'user.rooms':
      // Callers who oversee rooms, and department admins; the answer has only rooms that they see with this member in them.
      return s.target === 'oneself' || s.role !== 'member' ? 'allow' : 'INSUFFICIENT_ROLE';
    case 'session.end_of_user':
      // Like tokens, but not one's own: those end at /me/sessions.
      return s.target === 'another' && tokenRevocation(s) === 'allow' ? 'allow' : 'INSUFFICIENT_ROLE';
    case 'session.oversee':
    case 'token.oversee':
      // Every user sees every other, so a list of tokens is refused, not hidden.
      return tokenRevocation(s) === 'allow' ? 'allow' : 'INSUFFICIENT_ROLE';
    default:
      throw new Error(`the interface says nothing about ${action}`);
  }
}

/** The target is a user with this address who was invited before. */
/** "Reactivating, role, clearance, activation link: 409 USER_ERASED", after everything else. */
const stateOf = (s: AtUser, answer: Answer): Answer =>
  answer === 'allow' && s.target === 'another' && s.targetStatus === 'erased' ? 'USER_ERASED' : answer;

function invitation(s: AtUser): Answer {
  const invites = isAdmin(s.role) || (s.role === 'department_admin' && s.sentRole === 'member');
  if (!invites) return 'INSUFFICIENT_ROLE';
  if (s.role !== 'owner' && isGivenByOwners(s.sentRole)) return 'INSUFFICIENT_ROLE';
  const again = s.target === 'another';
  // "Re-inviting with another role changes the role, under the rules of PATCH …/role."
  if (again && s.targetRole !== s.sentRole && !mayChangeRole(s.role, s.targetRole, s.sentRole))
    return 'INSUFFICIENT_ROLE';
  const was = again && s.targetExternal;
  const external = s.sentExternal === 'unsaid' ? was : s.sentExternal;
  if (again && external !== was && !isAdmin(s.role)) return 'INSUFFICIENT_ROLE';
  const left = clearanceOf(s.sentRole, again ? s.targetOverride : 0, external);
  return left > s.clearance ? 'INSUFFICIENT_ROLE' : 'allow';
}

/** "one's own; owner, domain_admin and security_officer anyone's not above their role, else 404" */
function tokenRevocation(s: AtUser): Answer {
  if (s.target === 'absent') return 'TOKEN_NOT_FOUND';
  if (s.target === 'oneself') return 'allow';
  const administers = isAdmin(s.role) || s.role === 'security_officer';
  return administers && heightOf(s.targetRole) <= heightOf(s.role) ? 'allow' : 'TOKEN_NOT_FOUND';
}

/** "who deleted it; org owner, security_officer and auditor up to their clearance; else 404" */
export function aboutReceipts(action: string, s: AtReceipt): Answer {
  const stopped = stoppedAtTheDoor(action, s);
  if (stopped) return stopped;
  const looks = s.role === 'owner' || s.role === 'security_officer' || s.role === 'auditor';
  if (action === 'receipt.list') return 'allow';
  if (action === 'receipt.list_all') return looks ? 'allow' : 'INSUFFICIENT_ROLE';
  if (s.receipt === 'absent') return 'RECEIPT_NOT_FOUND';
  const cleared = s.receiptLabel > 0 && s.clearance >= s.receiptLabel;
  return (looks && cleared) || s.receipt === 'own' ? 'allow' : 'RECEIPT_NOT_FOUND';
}
