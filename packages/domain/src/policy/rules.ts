import type { ErrorCode } from '../errors.ts';
import { isAbandoned, isPresent } from '../model/file.ts';
import { isLive } from '../model/membership.ts';
import { isLiveInUnit, isRoot, lineOf } from '../model/org-unit.ts';
import { mayBeShared } from '../model/organisation.ts';
import { isOrphaned, isThere, tookOwner } from '../model/room.ts';
import { isExhausted, isExpired, isRevoked } from '../model/share-link.ts';
import { effectiveClearance } from '../model/user.ts';
import { dominates } from '../values/labels.ts';
import { type OrgRole, outranks, type RoomRole, raises } from '../values/roles.ts';
import { grants, type Scope } from '../values/scopes.ts';
import type {
  ClearanceFacts,
  CredentialFacts,
  FileFacts,
  LabelFacts,
  LinkFacts,
  MemberChangeFacts,
  MemberFacts,
  ReachFacts,
  ReceiptFacts,
  RoleFacts,
  RoomFacts,
  TargetFacts,
  UnitFacts,
  UnitMemberFacts,
  WhoFacts,
} from './facts.ts';

/** One rule: an id for audit, a sentence for people, the code of the refusal, and the predicate. */
export type Rule<F> = Readonly<{ id: string; text: string; refusal: ErrorCode; holds: (facts: F) => boolean }>;

const rule = <F>(id: string, text: string, refusal: ErrorCode, holds: (facts: F) => boolean): Rule<F> => ({
  id,
  text,
  refusal,
  holds,
});

/** A room that is gone has no members: the log about it outlives it, a role in it does not. */
const liveMembership = ({ subject, membership, room }: WhoFacts & RoomFacts) =>
  isThere(room) && isLive(membership, subject) && membership.roomId === room.id ? membership : undefined;

// Who asks ---------------------------------------------------------------------------------------------------------

export const activeUser = rule<WhoFacts>(
  'active-user',
  'The caller is an active user.',
  'TOKEN_INVALID',
  ({ subject }) => subject.status === 'active',
);

export const scope = (name: Scope): Rule<WhoFacts> =>
  rule(
    `scope:${name}`,
    `The token carries the scope ${name}, or is not limited to scopes.`,
    'INSUFFICIENT_SCOPE',
    ({ subject }) => grants(subject.grant, name),
  );

export const unlimited = rule<WhoFacts>(
  'unlimited-credential',
  'The credential is not limited to scopes.',
  'INSUFFICIENT_SCOPE',
  ({ subject }) => subject.grant === null,
);

const organisationRole = (role: OrgRole, text: string) =>
  rule<WhoFacts>(`org-role:${role}`, text, 'INSUFFICIENT_ROLE', ({ subject }) => subject.role === role);

export const orgOwner = organisationRole('owner', 'The caller is an owner of the organisation.');
export const domainAdmin = organisationRole('domain_admin', 'The caller is a domain admin.');
export const securityOfficer = organisationRole('security_officer', 'The caller is a security officer.');
export const auditor = organisationRole('auditor', 'The caller is an auditor.');
export const anyone = rule<WhoFacts>('anyone', 'Any user of the organisation.', 'INSUFFICIENT_ROLE', () => true);
export const notAuditor = rule<WhoFacts>(
  'not-auditor',
  'The caller is not an auditor: auditors look, they do not make.',
  'INSUFFICIENT_ROLE',
  ({ subject }) => subject.role !== 'auditor',
);

// Rooms ------------------------------------------------------------------------------------------------------------

export const roomExists = rule<RoomFacts>('room-exists', 'The room exists.', 'ROOM_NOT_FOUND', ({ room }) =>
  isThere(room),
);

export const clearedForRoom = rule<WhoFacts & RoomFacts>(
  'cleared-for-room',
  "The caller's clearance reaches the room's label.",
  'ROOM_NOT_FOUND',
  ({ subject, room, classification }) =>
    room !== undefined && dominates(classification.scheme, subject.clearance, room.label),
);

export const roomMember = rule<WhoFacts & RoomFacts>(
  'room-member',
  'The caller is a member of the room.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => liveMembership(facts) !== undefined,
);

const roomRole = (role: RoomRole, text: string) =>
  rule<WhoFacts & RoomFacts>(
    `room-role:${role}`,
    text,
    'INSUFFICIENT_ROOM_ROLE',
    (facts) => liveMembership(facts)?.role === role,
  );

export const roomOwner = roomRole('owner', 'The caller is an owner of the room.');
export const contributor = roomRole('contributor', 'The caller is a contributor of the room.');

export const overseer = rule<WhoFacts>(
  'overseer',
  'The caller oversees rooms: owner, domain admin, security officer or auditor of the organisation.',
  'INSUFFICIENT_ROLE',
  ({ subject }) =>
    subject.role === 'owner' ||
    subject.role === 'domain_admin' ||
    subject.role === 'security_officer' ||
    subject.role === 'auditor',
);

export const adminOfOrphan = rule<WhoFacts & RoomFacts & Readonly<{ now: LinkFacts['now'] }>>(
  'admin-of-orphaned-room',
  'The room has no active owner left, and the caller is an owner of the organisation, or a domain admin who took none of its owners out in the last 30 days.',
  'INSUFFICIENT_ROLE',
  ({ subject, room, now }) =>
    isThere(room) &&
    isOrphaned(room) &&
    (subject.role === 'owner' || (subject.role === 'domain_admin' && !tookOwner(room, subject.id, now))),
);

export const roomWritable = rule<RoomFacts>(
  'room-writable',
  'The room is not archived.',
  'ROOM_ARCHIVED',
  ({ room }) => room?.status === 'active',
);

export const roomTakesChange = rule<RoomFacts & MemberChangeFacts>(
  'room-takes-member',
  'The room is not archived, or the change gives no new right.',
  'ROOM_ARCHIVED',
  ({ room, from, to }) => room?.status === 'active' || (from !== null && !raises(from, to)),
);

export const memberIsOneself = rule<WhoFacts & MemberFacts>(
  'oneself',
  'The caller acts on himself.',
  'INSUFFICIENT_ROLE',
  ({ subject, memberId }) => subject.id === memberId,
);

// Files ------------------------------------------------------------------------------------------------------------

export const fileInRoom = rule<RoomFacts & FileFacts>(
  'file-in-room',
  'The file exists in this room.',
  'FILE_NOT_FOUND',
  ({ file, room }) => isPresent(file) && file.roomId === room?.id,
);

export const clearedForFile = rule<WhoFacts & FileFacts>(
  'cleared-for-file',
  "The caller's clearance reaches the file's label.",
  'FILE_NOT_FOUND',
  ({ subject, file, classification }) =>
    isPresent(file) && dominates(classification.scheme, subject.clearance, file.effectiveLabel),
);

export const confirmedOrConcerned = rule<WhoFacts & RoomFacts & FileFacts>(
  'confirmed-or-concerned',
  'The upload is confirmed, or the caller is its uploader or an owner of the room.',
  'FILE_NOT_FOUND',
  (facts) =>
    isPresent(facts.file) &&
    (facts.file.status === 'available' ||
      facts.file.uploadedBy === facts.subject.id ||
      liveMembership(facts)?.role === 'owner'),
);

export const uploadConfirmed = rule<FileFacts>(
  'upload-confirmed',
  'The upload of the file is confirmed.',
  'UPLOAD_NOT_CONFIRMED',
  ({ file }) => file?.status === 'available',
);

export const notAbandoned = rule<FileFacts & Readonly<{ now: LinkFacts['now'] }>>(
  'upload-not-abandoned',
  'The upload was requested less than 24 hours ago.',
  'FILE_NOT_FOUND',
  ({ file, now }) => file?.status !== 'pending' || !isAbandoned(file, now),
);

export const uploader = rule<WhoFacts & RoomFacts & FileFacts>(
  'uploader',
  'The caller announced this upload and is still owner or contributor.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => {
    const role = liveMembership(facts)?.role;
    return (
      isPresent(facts.file) &&
      facts.file.uploadedBy === facts.subject.id &&
      (role === 'owner' || role === 'contributor')
    );
  },
);

export const clearedForLabel = rule<WhoFacts & LabelFacts>(
  'cleared-for-label',
  "The caller's clearance reaches the label he sent.",
  'CLEARANCE_INSUFFICIENT',
  ({ subject, label, classification }) => dominates(classification.scheme, subject.clearance, label),
);

// Share links ------------------------------------------------------------------------------------------------------

export const shareable = rule<Pick<WhoFacts, 'classification'> & FileFacts>(
  'shareable',
  'The operator allows links to files of this label.',
  'SHARE_NOT_ALLOWED',
  ({ classification, file }) => isPresent(file) && mayBeShared(classification, file.effectiveLabel),
);

export const linkExists = rule<LinkFacts>(
  'link-exists',
  'The link exists.',
  'SHARE_NOT_FOUND',
  ({ link }) => link !== undefined,
);

export const linkedFileThere = rule<LinkFacts & RoomFacts & FileFacts>(
  'linked-file-exists',
  'The file of the link and its room exist.',
  'SHARE_NOT_FOUND',
  ({ link, room, file }) =>
    isThere(room) && file?.status === 'available' && link?.fileId === file.id && file.roomId === room.id,
);

export const linkNotRevoked = rule<LinkFacts>(
  'link-not-revoked',
  'The link is not revoked.',
  'SHARE_REVOKED',
  ({ link }) => link !== undefined && !isRevoked(link),
);

export const creatorStillMay = rule<LinkFacts & RoomFacts & Pick<WhoFacts, 'classification'>>(
  'creator-still-may',
  'Whoever made the link is active, never left the room since, is still its owner or contributor, and is cleared for the file.',
  'SHARE_REVOKED',
  ({ link, creator, creatorMembership, room, classification }) =>
    link !== undefined &&
    creator?.status === 'active' &&
    creator.id === link.createdBy &&
    creator.epoch === link.creatorEpoch &&
    isLive(creatorMembership, creator) &&
    creatorMembership.id === link.creatorMembershipId &&
    creatorMembership.roomId === room?.id &&
    creatorMembership.role !== 'viewer' &&
    mayBeShared(classification, link.label) &&
    dominates(classification.scheme, effectiveClearance(classification, creator), link.label),
);

export const linkNotExpired = rule<LinkFacts>(
  'link-not-expired',
  'The link has not expired.',
  'SHARE_EXPIRED',
  ({ link, now }) => link !== undefined && !isExpired(link, now),
);

export const capLeft = rule<LinkFacts>(
  'cap-left',
  'The link has downloads left.',
  'SHARE_EXHAUSTED',
  ({ link }) => link !== undefined && !isExhausted(link),
);

export const linkHolder = rule<LinkFacts>(
  'link-holder',
  'The caller holds the secret of the link.',
  'SHARE_NOT_FOUND',
  ({ link }) => link !== undefined,
);

export const linkCreator = rule<WhoFacts & LinkFacts>(
  'link-creator',
  'The caller made the link.',
  'SHARE_NOT_FOUND',
  ({ subject, link }) => link?.createdBy === subject.id,
);

export const linkOfFile = rule<LinkFacts & FileFacts>(
  'link-of-file',
  'The link belongs to this file.',
  'SHARE_NOT_FOUND',
  ({ link, file }) => link !== undefined && link.fileId === file?.id,
);

export const linkGuard = rule<WhoFacts>(
  'link-guard',
  'The caller is an owner of the organisation, a domain admin or a security officer.',
  'SHARE_NOT_FOUND',
  ({ subject }) => subject.role === 'owner' || subject.role === 'domain_admin' || subject.role === 'security_officer',
);

export const linkSeer = rule<WhoFacts & RoomFacts & FileFacts>(
  'link-seer',
  'The caller is an owner or contributor of the room.',
  'SHARE_NOT_FOUND',
  (facts) => {
    const role = liveMembership(facts)?.role;
    return role === 'owner' || role === 'contributor';
  },
);

// People -----------------------------------------------------------------------------------------------------------

export const userExists = rule<TargetFacts>(
  'user-exists',
  'The user exists.',
  'USER_NOT_FOUND',
  ({ target }) => target !== undefined,
);

export const targetIsOneself = rule<WhoFacts & TargetFacts>(
  'oneself',
  'The caller acts on himself.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) => subject.id === target?.id,
);

export const notOneself = rule<WhoFacts & TargetFacts>(
  'not-oneself',
  'Nobody changes his own role or clearance.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) => subject.id !== target?.id,
);

export const notOwnDeactivation = rule<WhoFacts & TargetFacts>(
  'not-own-deactivation',
  'Nobody deactivates himself.',
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
  'target-not-above',
  'The role of the user acted on is not above the caller’s; a security officer may deactivate a domain admin.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) =>
    target === undefined ||
    !outranks(target.role, subject.role) ||
    (subject.role === 'security_officer' && target.role === 'domain_admin'),
);

export const grantsOwnRoleAtMost = rule<WhoFacts & RoleFacts>(
  'grants-own-role-at-most',
  'Nobody grants a role above his own, and only an owner makes an owner or a domain admin.',
  'INSUFFICIENT_ROLE',
  ({ subject, role }) =>
    subject.role === 'owner' || (!outranks(role, subject.role) && role !== 'owner' && role !== 'domain_admin'),
);

export const departmentAdminForMembers = rule<WhoFacts & RoleFacts>(
  'department-admin-for-members',
  'The caller is a department admin and the role is member.',
  'INSUFFICIENT_ROLE',
  ({ subject, role }) => subject.role === 'department_admin' && role === 'member',
);

export const keepsOffOwnersAndAdmins = rule<WhoFacts & TargetFacts>(
  'only-owners-change-admins',
  'Only an owner changes the role of an owner or of a domain admin.',
  'INSUFFICIENT_ROLE',
  ({ subject, target }) => subject.role === 'owner' || (target?.role !== 'owner' && target?.role !== 'domain_admin'),
);

/** Re-inviting with another role changes the role, "under the rules of PATCH …/role" (interface section 4). */
export const reinvitesWithinOwnRights = rule<WhoFacts & RoleFacts & TargetFacts>(
  'reinvites-within-own-rights',
  'Inviting again keeps the role, or the caller may change it: an owner, or a domain admin where no owner or domain admin is concerned.',
  'INSUFFICIENT_ROLE',
  ({ subject, role, target }) =>
    target?.status !== 'invited' ||
    target.role === role ||
    subject.role === 'owner' ||
    (subject.role === 'domain_admin' && target.role !== 'owner' && target.role !== 'domain_admin'),
);

export const roleWithinOwnClearance = rule<WhoFacts & RoleFacts & TargetFacts>(
  'grants-own-clearance-at-most',
  'The change leaves the user with no more than the caller’s own clearance.',
  'INSUFFICIENT_ROLE',
  ({ subject, role, target, classification }) =>
    dominates(
      classification.scheme,
      subject.clearance,
      effectiveClearance(classification, { role, clearance: target?.clearance ?? null }),
    ),
);

/** "An invited one: as re-inviting" (interface section 4): the link is no way round what inviting refuses. */
export const renewsWithinOwnRights = rule<WhoFacts & TargetFacts>(
  'renews-within-own-rights',
  'Whoever is only invited is invited again with this: the caller may grant his role, and has no less than his clearance.',
  'INSUFFICIENT_ROLE',
  ({ subject, target, classification }) => {
    if (target?.status !== 'invited') return true;
    const again = { subject, classification, target, role: target.role };
    return grantsOwnRoleAtMost.holds(again) && roleWithinOwnClearance.holds(again);
  },
);

export const overrideWithinOwnClearance = rule<WhoFacts & ClearanceFacts>(
  'cleared-for-label',
  "The caller's clearance reaches the label he sent.",
  'CLEARANCE_INSUFFICIENT',
  ({ subject, clearance, classification }) =>
    clearance === '' || dominates(classification.scheme, subject.clearance, clearance),
);

export const clearingWithinOwnClearance = rule<WhoFacts & ClearanceFacts & TargetFacts>(
  'grants-own-clearance-at-most',
  'Clearing the override leaves the user with no more than the caller’s own clearance.',
  'INSUFFICIENT_ROLE',
  ({ subject, clearance, target, classification }) =>
    clearance !== '' ||
    target === undefined ||
    dominates(
      classification.scheme,
      subject.clearance,
      effectiveClearance(classification, { role: target.role, clearance: null }),
    ),
);

// Receipts ---------------------------------------------------------------------------------------------------------

export const receiptExists = rule<ReceiptFacts>(
  'receipt-exists',
  'The receipt exists.',
  'RECEIPT_NOT_FOUND',
  ({ receipt }) => receipt !== undefined,
);

export const receiptIsOwn = rule<WhoFacts & ReceiptFacts>(
  'receipt-is-own',
  'The caller deleted the room.',
  'RECEIPT_NOT_FOUND',
  ({ subject, receipt }) => receipt?.deletedBy === subject.id,
);

// Sessions and passwords --------------------------------------------------------------------------------------------

export const usesSession = rule<CredentialFacts>(
  'uses-session',
  'The caller came with a session.',
  'INSUFFICIENT_SCOPE',
  ({ credential }) => credential.kind === 'session',
);

export const maySetPassword = rule<CredentialFacts>(
  'may-set-password',
  "A first password is set with a session, or with the first owner's token.",
  'INSUFFICIENT_SCOPE',
  ({ credential, hasPassword }) => hasPassword || credential.kind === 'session' || credential.isFirst,
);

// Org units ---------------------------------------------------------------------------------------------------------

export const unitExists = rule<UnitFacts>(
  'unit-exists',
  'The org unit exists.',
  'ORG_UNIT_NOT_FOUND',
  ({ unit }) => unit !== undefined,
);

export const unitIsRoot = rule<UnitFacts>(
  'unit-is-root',
  'The org unit is the organisation itself.',
  'ORG_UNIT_NOT_FOUND',
  ({ unit }) => unit !== undefined && isRoot(unit),
);

export const unitMember = rule<WhoFacts & UnitFacts & UnitMemberFacts>(
  'unit-member',
  'The caller belongs to the unit.',
  'ORG_UNIT_NOT_FOUND',
  ({ subject, unit, unitMembership }) => isLiveInUnit(unitMembership, subject) && unitMembership.unitId === unit?.id,
);

export const administersUnit = rule<WhoFacts & UnitFacts>(
  'administers-unit',
  'The caller is a department admin of the unit or of one above it.',
  'INSUFFICIENT_ROLE',
  ({ subject, unit, administered }) =>
    subject.role === 'department_admin' && unit !== undefined && lineOf(unit).some((id) => administered.includes(id)),
);

export const administersAbove = rule<WhoFacts & UnitFacts>(
  'administers-unit-above',
  'The caller is a department admin of a unit above it.',
  'INSUFFICIENT_ROLE',
  ({ subject, unit, administered }) =>
    subject.role === 'department_admin' && unit !== undefined && unit.ancestors.some((id) => administered.includes(id)),
);

export const targetWithinReach = rule<WhoFacts & ReachFacts>(
  'target-within-reach',
  'The caller is a department admin of a unit the user belongs to, or of one above it.',
  'INSUFFICIENT_ROLE',
  ({ subject, targetWithinReach: within }) => subject.role === 'department_admin' && within,
);

// Audit -------------------------------------------------------------------------------------------------------------

export const roomKnown = rule<RoomFacts>(
  'room-known',
  'The room exists, or did.',
  'ROOM_NOT_FOUND',
  ({ room }) => room !== undefined,
);
