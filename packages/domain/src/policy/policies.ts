import type { ErrorCode } from '../errors.ts';
import type { Rule } from './rules.ts';
import * as is from './rules.ts';

/**
 * All of `requires` and one of `grantedBy` (deny by default). `hides`: whoever is refused with a good credential learns
 * this code and nothing else, the same as for what is not there. Rules ask for different facts (hence `never`, which
 * accepts them all); `FactsOf` infers them again.
 */
export type Policy = Readonly<{
  hides?: ErrorCode;
  requires: readonly Rule<never>[];
  grantedBy: readonly Rule<never>[];
}>;

const user = is.activeUser;
const sightOfRoom = [user, is.roomExists, is.clearedForRoom] as const;
const sightOfFile = [...sightOfRoom, is.fileInRoom, is.clearedForFile, is.confirmedOrConcerned] as const;

/** Every action, who may do it, and on what conditions. Printed into docs/reference/permissions.md. */
export const POLICIES = {
  'room.see': { hides: 'ROOM_NOT_FOUND', requires: sightOfRoom, grantedBy: [is.roomMember, is.overseer] },
  'room.list': { requires: [user, is.scope('read:rooms')], grantedBy: [is.anyone] },
  'room.oversee': { requires: [user, is.scope('read:rooms')], grantedBy: [is.overseer] },
  'room.create': {
    requires: [user, is.scope('write:rooms'), is.notAuditor, is.clearedForLabel],
    grantedBy: [is.anyone],
  },
  'room.edit': { requires: [user, is.scope('write:rooms'), is.roomWritable], grantedBy: [is.roomOwner] },
  'room.archive': { requires: [user, is.scope('write:rooms')], grantedBy: [is.roomOwner, is.orgOwner, is.domainAdmin] },
  'room.unarchive': {
    requires: [user, is.scope('write:rooms')],
    grantedBy: [is.roomOwner, is.orgOwner, is.domainAdmin],
  },
  'room.delete': { requires: [user, is.scope('delete:rooms')], grantedBy: [is.roomOwner, is.orgOwner] },
  'room.members.list': { requires: [user, is.scope('read:rooms')], grantedBy: [is.roomMember, is.overseer] },
  'room.members.add': {
    requires: [user, is.scope('write:members'), is.roomTakesChange],
    grantedBy: [is.roomOwner, is.adminOfOrphan],
  },
  'room.members.remove': {
    requires: [user, is.scope('write:members')],
    grantedBy: [is.roomOwner, is.orgOwner, is.domainAdmin, is.securityOfficer, is.memberIsOneself],
  },

  'file.see': { hides: 'FILE_NOT_FOUND', requires: sightOfFile, grantedBy: [is.roomMember] },
  'file.oversee': {
    hides: 'FILE_NOT_FOUND',
    requires: [...sightOfRoom, is.fileInRoom, is.clearedForFile],
    grantedBy: [is.orgOwner, is.securityOfficer, is.auditor],
  },
  'file.list': { requires: [user, is.scope('read:files')], grantedBy: [is.roomMember] },
  'file.get': { requires: [user, is.scope('read:files')], grantedBy: [is.roomMember] },
  'file.upload': {
    requires: [user, is.scope('write:files'), is.clearedForLabel, is.roomWritable],
    grantedBy: [is.roomOwner, is.contributor],
  },
  'file.confirm': {
    requires: [user, is.scope('write:files'), is.notAbandoned, is.roomWritable],
    grantedBy: [is.roomOwner, is.uploader],
  },
  'file.download': { requires: [user, is.scope('download:files'), is.uploadConfirmed], grantedBy: [is.roomMember] },
  'file.delete': {
    requires: [user, is.scope('delete:files'), is.roomWritable],
    grantedBy: [is.roomOwner, is.contributor],
  },

  'share.create': {
    requires: [user, is.scope('write:shares'), is.shareable, is.uploadConfirmed, is.roomWritable],
    grantedBy: [is.roomOwner, is.contributor],
  },
  'share.list': { requires: [user, is.scope('read:shares')], grantedBy: [is.roomOwner, is.contributor] },
  'share.see': {
    hides: 'SHARE_NOT_FOUND',
    requires: [...sightOfRoom, is.scope('read:shares'), is.linkExists, is.fileInRoom, is.clearedForFile, is.linkOfFile],
    grantedBy: [is.linkSeer, is.linkCreator],
  },
  'share.revoke': {
    hides: 'SHARE_NOT_FOUND',
    requires: [
      ...sightOfRoom,
      is.scope('write:shares'),
      is.linkExists,
      is.fileInRoom,
      is.clearedForFile,
      is.linkOfFile,
    ],
    grantedBy: [is.linkCreator, is.roomOwner, is.linkGuard],
  },
  'share.peek': {
    requires: [is.linkExists, is.linkedFileThere, is.linkNotRevoked, is.creatorStillMay, is.linkNotExpired, is.capLeft],
    grantedBy: [is.linkHolder],
  },
  'share.redeem': {
    requires: [is.linkExists, is.linkedFileThere, is.linkNotRevoked, is.creatorStillMay, is.linkNotExpired, is.capLeft],
    grantedBy: [is.linkHolder],
  },

  'user.see': { hides: 'USER_NOT_FOUND', requires: [user, is.userExists], grantedBy: [is.anyone] },
  'user.list': { requires: [user, is.scope('read:users')], grantedBy: [is.anyone] },
  'user.get': { requires: [user, is.scope('read:users')], grantedBy: [is.anyone] },
  'user.invite': {
    requires: [
      user,
      is.scope('write:users'),
      is.grantsOwnRoleAtMost,
      is.reinvitesWithinOwnRights,
      is.roleWithinOwnClearance,
    ],
    grantedBy: [is.orgOwner, is.domainAdmin, is.departmentAdminForMembers],
  },
  'user.role': {
    requires: [
      user,
      is.scope('write:users'),
      is.notOneself,
      is.targetNotAbove,
      is.keepsOffOwnersAndAdmins,
      is.grantsOwnRoleAtMost,
      is.roleWithinOwnClearance,
    ],
    grantedBy: [is.orgOwner, is.domainAdmin],
  },
  'user.clearance': {
    requires: [
      user,
      is.scope('write:clearance'),
      is.notOneself,
      is.targetNotAbove,
      is.overrideWithinOwnClearance,
      is.clearingWithinOwnClearance,
    ],
    grantedBy: [is.orgOwner, is.securityOfficer, is.domainAdmin],
  },
  'user.deactivate': {
    requires: [user, is.scope('write:users'), is.mayDeactivateTarget, is.notOwnDeactivation],
    grantedBy: [is.orgOwner, is.domainAdmin, is.securityOfficer],
  },
  'user.reactivate': {
    requires: [user, is.scope('write:users'), is.targetNotAbove],
    grantedBy: [is.orgOwner, is.domainAdmin],
  },

  'token.list': { requires: [user, is.scope('read:tokens')], grantedBy: [is.anyone] },
  'token.create': { requires: [user, is.scope('write:tokens')], grantedBy: [is.anyone] },
  'token.revoke': {
    hides: 'TOKEN_NOT_FOUND',
    requires: [user, is.scope('write:tokens'), is.userExists, is.targetNotAbove],
    grantedBy: [is.targetIsOneself, is.orgOwner, is.domainAdmin, is.securityOfficer],
  },

  'token.oversee': {
    requires: [user, is.scope('read:tokens'), is.userExists, is.targetNotAbove],
    grantedBy: [is.targetIsOneself, is.orgOwner, is.domainAdmin, is.securityOfficer],
  },
  'user.activation_link': {
    requires: [user, is.scope('write:users'), is.targetNotAbove, is.renewsWithinOwnRights],
    grantedBy: [is.orgOwner, is.domainAdmin],
  },
  'user.units': {
    requires: [user, is.scope('read:org-units')],
    grantedBy: [is.targetIsOneself, is.orgOwner, is.domainAdmin, is.securityOfficer, is.auditor, is.targetWithinReach],
  },
  'session.end': { requires: [user, is.usesSession], grantedBy: [is.anyone] },
  'password.set': { requires: [user, is.unlimited, is.maySetPassword], grantedBy: [is.anyone] },

  'org_unit.see': { hides: 'ORG_UNIT_NOT_FOUND', requires: [user, is.unitExists], grantedBy: [is.anyone] },
  'org_unit.place_rooms': {
    hides: 'ORG_UNIT_NOT_FOUND',
    requires: [user, is.unitExists],
    grantedBy: [is.unitMember, is.unitIsRoot, is.orgOwner, is.domainAdmin, is.administersUnit],
  },
  'org_unit.list': { requires: [user, is.scope('read:org-units')], grantedBy: [is.anyone] },
  'org_unit.create': {
    requires: [user, is.scope('write:org-units')],
    grantedBy: [is.orgOwner, is.domainAdmin, is.administersUnit],
  },
  'org_unit.manage': {
    requires: [user, is.scope('write:org-units')],
    grantedBy: [is.orgOwner, is.domainAdmin, is.administersAbove],
  },
  'org_unit.members': {
    requires: [user, is.scope('write:org-units')],
    grantedBy: [is.orgOwner, is.domainAdmin, is.administersUnit],
  },

  'audit.room.see': {
    hides: 'ROOM_NOT_FOUND',
    requires: [user, is.roomKnown, is.clearedForRoom],
    grantedBy: [is.roomMember, is.overseer],
  },
  'audit.read': {
    requires: [user, is.scope('read:audit')],
    grantedBy: [is.orgOwner, is.securityOfficer, is.auditor, is.roomOwner],
  },
  'access.explain': {
    requires: [user, is.scope('read:access')],
    grantedBy: [is.targetIsOneself, is.orgOwner, is.securityOfficer, is.auditor, is.roomOwner],
  },

  'receipt.see': {
    hides: 'RECEIPT_NOT_FOUND',
    requires: [user, is.scope('read:audit'), is.receiptExists],
    grantedBy: [is.receiptIsOwn, is.orgOwner, is.securityOfficer, is.auditor],
  },
  'me.see': { requires: [user], grantedBy: [is.anyone] },
  'classification.list': { requires: [user], grantedBy: [is.anyone] },
} as const satisfies Record<string, Policy>;

export type Action = keyof typeof POLICIES;

/** The rows that can be asked about somebody: `POST /access/explain` (interface section 4). */
export const EXPLAINABLE = [
  'room.see',
  'room.create',
  'room.edit',
  'room.archive',
  'room.unarchive',
  'room.delete',
  'room.members.list',
  'room.members.add',
  'room.members.remove',
  'file.list',
  'file.see',
  'file.upload',
  'file.confirm',
  'file.download',
  'file.delete',
  'share.create',
  'share.list',
  'share.revoke',
  'user.list',
  'user.invite',
  'user.role',
  'user.clearance',
  'user.deactivate',
  'user.reactivate',
  'org_unit.manage',
  'audit.read',
] as const satisfies readonly Action[];
export type ExplainableAction = (typeof EXPLAINABLE)[number];

type Rules<A extends Action> = (typeof POLICIES)[A]['requires'][number] | (typeof POLICIES)[A]['grantedBy'][number];

/** The facts an action's rules ask for, all together. */
export type FactsOf<A extends Action> = [Rules<A>['holds']] extends [(facts: infer F) => boolean] ? F : never;
