import { areMates, isLive } from '../../model/membership.ts';
import { exists } from '../../model/room.ts';
import { couldInvite, hasOpenInvitation } from '../../model/room-invitation.ts';
import { effectiveClearance } from '../../model/user.ts';
import { rule } from '../../rule.ts';
import { dominates } from '../../values/labels.ts';
import { outranks } from '../../values/roles.ts';
import type {
  ClearanceFacts,
  ClearanceRuleFacts,
  CommonFacts,
  InvitationFacts,
  LinkFacts,
  RoleFacts,
  TargetFacts,
  UserChangeFacts,
  WhoFacts,
} from './facts.ts';

export const userExists = rule<TargetFacts>(
  'user-exists',
  'The user exists.',
  'USER_NOT_FOUND',
  ({ target }) => target !== undefined,
);

export const notDeactivated = rule<TargetFacts>(
  'user-not-deactivated',
  'The user is not deactivated, or they were erased, which the answer says.',
  'USER_NOT_FOUND',
  ({ target }) => target?.status !== 'deactivated' || target.erasedAt !== undefined,
);

export const notErased = rule<TargetFacts>(
  'user-not-erased',
  'The user was not erased.',
  'USER_ERASED',
  ({ target }) => target?.erasedAt === undefined,
);

export const inCommonRoom = rule<WhoFacts & TargetFacts & CommonFacts>(
  'in-common-room',
  'The user acted on is in a room whose members the caller sees, or is an owner of a room of the caller, or in a group with them whose members see each other.',
  'USER_NOT_FOUND',
  ({ subject, target, common, labelRules }) =>
    common.some(
      ({ room, mine, theirs }) =>
        exists(room) &&
        isLive(mine, subject, subject.asOf) &&
        mine.roomId === room.id &&
        dominates(labelRules.scheme, subject.clearance, room.label) &&
        target !== undefined &&
        isLive(theirs, target, subject.asOf) &&
        theirs.roomId === room.id &&
        (room.memberVisibility === undefined ||
          mine.role === 'owner' ||
          theirs.role === 'owner' ||
          (room.memberVisibility === 'groups' && areMates(room, mine, theirs))),
    ),
);

export const namesOneself = rule<WhoFacts & TargetFacts & UserChangeFacts>(
  'names-oneself',
  'The name in the request is for the caller: users name themselves.',
  'INSUFFICIENT_ROLE',
  ({ subject, target, sent }) => !sent.name || subject.id === target?.id,
);

export const marksAsAdmin = rule<WhoFacts & UserChangeFacts>(
  'marks-as-admin',
  'Owners and domain admins make users external, or users of the organisation.',
  'INSUFFICIENT_ROLE',
  ({ subject, sent }) => sent.external === undefined || subject.role === 'owner' || subject.role === 'domain_admin',
);

export const marksWithinOwnClearance = rule<WhoFacts & ClearanceRuleFacts & TargetFacts & UserChangeFacts>(
  'marks-within-own-clearance',
  'Making the user external, or one of the organisation, leaves them with at most the caller’s own clearance.',
  'INSUFFICIENT_ROLE',
  ({ subject, target, sent: { external }, labelRules }) => {
    if (external === undefined || target === undefined || external === (target.external ?? false)) return true;
    const { role, clearance } = target;
    const after = effectiveClearance(labelRules, { role, clearance, ...(external && { external }) });
    return dominates(labelRules.scheme, subject.clearance, after);
  },
);

export const targetIsOneself = rule<WhoFacts & TargetFacts>(
  'oneself',
  'The user acted on is the caller.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) => subject.id === target?.id,
);

/** The reasons of a decision tell role, clearance and state of the user, which external users see of themself only. */
export const insiderOrOneself = rule<WhoFacts & TargetFacts>(
  'insider-or-oneself',
  'The caller is not an external user, or the user acted on is the caller.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) => !subject.external || subject.id === target?.id,
);

export const notOneself = rule<WhoFacts & TargetFacts>(
  'not-oneself',
  'The user acted on is not the caller: users may not change their own role or clearance.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) => subject.id !== target?.id,
);

export const notOwnDeactivation = rule<WhoFacts & TargetFacts>(
  'not-own-deactivation',
  'The user acted on is not the caller: users may not deactivate themselves.',
  'CANNOT_DEACTIVATE_SELF',
  ({ subject, target }) => subject.id !== target?.id,
);

export const targetNotAbove = rule<WhoFacts & TargetFacts>(
  'target-not-above',
  'The role of the user acted on is not above the caller’s.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) => target === undefined || !outranks(target.role, subject.role),
);

export const mayDeactivateTarget = rule<WhoFacts & TargetFacts>(
  'may-deactivate-target',
  'The role of the user acted on is not above the caller’s; a security officer may deactivate a domain admin.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) =>
    target === undefined ||
    !outranks(target.role, subject.role) ||
    (subject.role === 'security_officer' && target.role === 'domain_admin'),
);

export const grantsOwnRoleAtMost = rule<WhoFacts & RoleFacts>(
  'grants-own-role-at-most',
  'The role in the request is not above the caller’s own, and only owners grant the roles owner, domain admin and security officer.',
  'INSUFFICIENT_ROLE',
  ({ subject, role }) =>
    subject.role === 'owner' ||
    (!outranks(role, subject.role) && role !== 'domain_admin' && role !== 'security_officer'),
);

export const departmentAdminForMembers = rule<WhoFacts & RoleFacts>(
  'department-admin-for-members',
  'The caller is a department admin and the role in the request is member.',
  'INSUFFICIENT_ROLE',
  ({ subject, role }) => subject.role === 'department_admin' && role === 'member',
);

export const departmentAdminOverMember = rule<WhoFacts & TargetFacts>(
  'department-admin-over-member',
  'The caller is a department admin and the user acted on is a member.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) => subject.role === 'department_admin' && target?.role === 'member',
);

export const keepsOffOwnersAndAdmins = rule<WhoFacts & TargetFacts>(
  'only-owners-change-admins',
  'Only an owner changes the role of an owner or of a domain admin.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) => subject.role === 'owner' || (target?.role !== 'owner' && target?.role !== 'domain_admin'),
);

/** A repeated invitation with another role changes the role, so the rules for changing a role apply. */
export const reinvitesWithinOwnRights = rule<WhoFacts & RoleFacts & TargetFacts>(
  'reinvites-within-own-rights',
  'A repeated invitation keeps the role, or the caller may change it: an owner, or a domain admin if the user is neither owner nor domain admin.',
  'INSUFFICIENT_ROLE',
  ({ subject, role, target }) =>
    target?.status !== 'invited' ||
    target.role === role ||
    subject.role === 'owner' ||
    (subject.role === 'domain_admin' && target.role !== 'owner' && target.role !== 'domain_admin'),
);

export const roleWithinOwnClearance = rule<WhoFacts & ClearanceRuleFacts & RoleFacts & TargetFacts>(
  'grants-own-clearance-at-most',
  'The change leaves the user with at most the caller’s own clearance.',
  'INSUFFICIENT_ROLE',
  ({ subject, role, external, target, labelRules }) => {
    const isExternal = external ?? target?.external ?? false;
    const after = { role, clearance: target?.clearance ?? null, ...(isExternal && { external: isExternal }) };
    return dominates(labelRules.scheme, subject.clearance, effectiveClearance(labelRules, after));
  },
);

/** A repeated invitation that makes an external user one of the organisation, or the other way round. */
export const remarksAsAdmin = rule<WhoFacts & RoleFacts & TargetFacts>(
  'remarks-as-admin',
  'A repeated invitation leaves the user external or not, or the caller is an owner or a domain admin.',
  'INSUFFICIENT_ROLE',
  ({ subject, external, target }) =>
    external === undefined ||
    target === undefined ||
    external === (target.external ?? false) ||
    subject.role === 'owner' ||
    subject.role === 'domain_admin',
);

export const invitationsOn = rule<InvitationFacts>(
  'room-invitations-on',
  'The operator lets room owners invite by e-mail address.',
  'INSUFFICIENT_ROLE',
  ({ invitations }) => invitations === 'owners',
);

/** An unknown address becomes an external user. */
export const invitesWithinOwnClearance = rule<WhoFacts & ClearanceRuleFacts & TargetFacts>(
  'invites-within-own-clearance',
  'The user is known, or gets at most the caller’s own clearance as an external user.',
  'INSUFFICIENT_ROLE',
  ({ subject, target, labelRules }) =>
    target !== undefined || couldInvite({ clearance: subject.clearance, labelRules }, undefined),
);

/** An invitation that ran out or was revoked is renewed by callers who could make it. */
export const revivesNobodyElse = rule<WhoFacts & ClearanceRuleFacts & TargetFacts & Pick<LinkFacts, 'now'>>(
  'revives-nobody-else',
  'The user is unknown, was active, or has an open invitation, or the caller could make them now: an external member with at most the caller’s own clearance.',
  'INSUFFICIENT_ROLE',
  ({ subject, target, labelRules, now }) =>
    target?.status !== 'invited' ||
    hasOpenInvitation(target, now) ||
    couldInvite({ clearance: subject.clearance, labelRules }, target),
);

/** The address of a deactivated colleague tells outsiders no more than any address that cannot be invited. */
export const deactivatedForInsiders = rule<WhoFacts & TargetFacts>(
  'deactivated-for-insiders',
  'The user is not deactivated, or the caller belongs to the organisation.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) => target?.status !== 'deactivated' || !subject.external,
);

/**
 * A new link for an invited user equals a repeated invitation, and a reactivation equals a first one, so neither must allow
 * what an invitation refuses.
 */
export const renewsWithinOwnRights = rule<WhoFacts & ClearanceRuleFacts & TargetFacts>(
  'renews-within-own-rights',
  'The user acted on is active, or the caller may grant their role and has at least their clearance.',
  'INSUFFICIENT_ROLE',
  ({ subject, target, labelRules }) => {
    if (target === undefined || target.status === 'active') return true;
    const again = { subject, labelRules, target, role: target.role };
    return grantsOwnRoleAtMost.holds(again) && roleWithinOwnClearance.holds(again);
  },
);

/** A user who never accepted goes with their override, and would be invited again without it. */
export const removesNoRestriction = rule<WhoFacts & TargetFacts>(
  'removes-no-restriction',
  'The user acted on was active, or has no clearance override, or the caller may set clearances.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) =>
    target?.status !== 'invited' || target.clearance === null || subject.role !== 'department_admin',
);

export const overrideWithinOwnClearance = rule<WhoFacts & ClearanceFacts>(
  'cleared-for-override',
  "The caller's clearance reaches the clearance in the request.",
  'CLEARANCE_INSUFFICIENT',
  ({ subject, clearance, labelRules }) =>
    clearance === '' || dominates(labelRules.scheme, subject.clearance, clearance),
);

export const clearingWithinOwnClearance = rule<WhoFacts & ClearanceRuleFacts & ClearanceFacts & TargetFacts>(
  'role-default-within-own-clearance',
  'Clearing the override leaves the user with at most the caller’s own clearance.',
  'INSUFFICIENT_ROLE',
  ({ subject, clearance, target, labelRules }) =>
    clearance !== '' ||
    target === undefined ||
    dominates(labelRules.scheme, subject.clearance, effectiveClearance(labelRules, { ...target, clearance: null })),
);
