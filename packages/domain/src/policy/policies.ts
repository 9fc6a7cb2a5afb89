import type { Rule } from '../rule.ts';
import type { ErrorCode } from '../values/errors.ts';
import type { Scope } from '../values/scopes.ts';
import {
  activeUser,
  anyone,
  auditor,
  carriesScope,
  departmentAdmin,
  domainAdmin,
  insider,
  notAuditor,
  orgOwner,
  securityOfficer,
  unlimitedCredential,
} from './rules/caller.ts';
import {
  deviceLoginIsOpen,
  keepsKeyPerson,
  keepsWayIn,
  keyLinkIsValid,
  maySetPassword,
  sessionIsRecent,
  usesSession,
} from './rules/credentials.ts';
import {
  clearedForFile,
  clearedForLabel,
  confirmedOrConcerned,
  deleter,
  fileInBin,
  fileInRoom,
  fileKnown,
  lowersAsOwner,
  notAbandoned,
  seesFile,
  uploadConfirmed,
  uploadPending,
} from './rules/files.ts';
import { folderInRoom, folderSeen, seesFolder } from './rules/folders.ts';
import { groupInRoom, groupMember } from './rules/groups.ts';
import {
  administersAbove,
  administersUnit,
  targetWithinReach,
  unitExists,
  unitIsRoot,
  unitMember,
} from './rules/org-units.ts';
import { clearedForReceipt, receiptExists, receiptIsOwn } from './rules/receipts.ts';
import {
  addsWhereItGoes,
  binContributor,
  binnedOpen,
  fileContributor,
  fileOpen,
  folderOpen,
  linkFolderOpen,
  linkFolderOpenOrGuarded,
  ownFileAdder,
  placeAdder,
  someAdder,
  uploader,
} from './rules/restrictions.ts';
import {
  adminOfOrphan,
  clearedForRoom,
  contributor,
  insiderSeesAll,
  memberExists,
  memberInSight,
  memberIsOneself,
  memberMet,
  membersOpen,
  noExternalOwner,
  overseer,
  roomExists,
  roomKnown,
  roomMember,
  roomOwner,
  roomTakesChange,
  roomWritable,
} from './rules/rooms.ts';
import {
  capLeft,
  creatorStillMay,
  linkCreator,
  linkExists,
  linkedFileThere,
  linkGuard,
  linkHolder,
  linkMaker,
  linkNotExpired,
  linkNotRevoked,
  linkOfFile,
  linkSeer,
  packageCreator,
  packageMaker,
  packageOfRoom,
  redemptionOpen,
  shareable,
} from './rules/share-links.ts';
import { folderKeeper, folderMover, makerInPlace, makesWhereAllMay } from './rules/structure.ts';
import {
  itemInRoom,
  requester,
  requesterAdds,
  requesterStillMay,
  requestHolder,
  requestInRoom,
  requestNotExpired,
  requestNotFull,
  requestNotRevoked,
  requestOpened,
  requestRoomActive,
} from './rules/upload-requests.ts';
import {
  clearingWithinOwnClearance,
  deactivatedForInsiders,
  departmentAdminForMembers,
  departmentAdminOverMember,
  grantsOwnRoleAtMost,
  inCommonRoom,
  insiderOrOneself,
  invitationsOn,
  invitesWithinOwnClearance,
  keepsOffOwnersAndAdmins,
  marksAsAdmin,
  marksWithinOwnClearance,
  mayDeactivateTarget,
  namesOneself,
  notDeactivated,
  notErased,
  notOneself,
  notOwnDeactivation,
  overrideWithinOwnClearance,
  reinvitesWithinOwnRights,
  remarksAsAdmin,
  removesNoRestriction,
  renewsWithinOwnRights,
  revivesNobodyElse,
  roleWithinOwnClearance,
  targetIsOneself,
  targetNotAbove,
  userExists,
} from './rules/users.ts';
import { clearedForVersion, seesCurrentVersion, versionExists, versionNotCurrent } from './rules/versions.ts';

type Rules = readonly Rule<never>[];

const none = [] as const;

/**
 * One row of the table, the whole decision about one action. It is allowed if all rules of `requires` hold, one rule of
 * `grantedBy` holds, and so do the rows it refers to: `within`, what the caller must see first, and `names`, what the
 * body of the request refers to. Rules need different facts; `Rule<never>` accepts them all, `FactsOf` infers them.
 */
type Row = Readonly<{
  scope: Scope | null;
  within: readonly string[];
  requires: Rules;
  grantedBy: Rules;
  names: readonly string[];
  /** The only code that a refused caller with a valid credential gets: the same as for what does not exist. */
  hides?: ErrorCode;
}>;

/** A row for signed-in callers: an active user, with the scope if the row names one. */
const row = <
  const W extends readonly string[],
  const R extends Rules,
  const G extends Rules,
  const N extends readonly string[],
>(
  needed: Scope | null,
  within: W,
  requires: R,
  grantedBy: G,
  ...names: N
) => ({
  scope: needed,
  within,
  requires: [activeUser, ...(needed === null ? [] : [carriesScope(needed)]), ...requires] as readonly (
    | typeof activeUser
    | R[number]
  )[],
  grantedBy,
  names,
});

/** A row whose refusal is always the same code. */
const hidden = <const H extends ErrorCode, const R extends Rules, const G extends Rules>(
  hides: H,
  needed: Scope | null,
  requires: R,
  grantedBy: G,
) => ({ ...row(needed, none, requires, grantedBy), hides });

/** A row for callers who hold the secret of a share link and need no account. */
const link = <const R extends Rules>(requires: R) => ({
  scope: null,
  within: none,
  requires,
  grantedBy: [linkHolder] as const,
  names: none,
});

/** A row for callers who hold the secret of an upload request and need no account. */
const sender = <const R extends Rules>(requires: R) => ({
  scope: null,
  within: none,
  requires,
  grantedBy: [requestHolder] as const,
  names: none,
});

const room = ['room.see'] as const;
const file = ['file.see'] as const;
const roomThenFile = ['room.see', 'file.see'] as const;
const roomThenFolder = ['room.see', 'folder.see'] as const;
const roomThenGroup = ['room.see', 'group.see'] as const;
const roomThenBin = ['room.see', 'bin.see'] as const;
const bin = ['bin.see'] as const;
const version = ['file.see', 'version.see'] as const;
const linkFound = ['share.find'] as const;
const packageFound = ['package.find'] as const;
const request = ['upload_request.find'] as const;
const inboxItem = ['inbox.see'] as const;
const user = ['user.see'] as const;
const unit = ['org_unit.see'] as const;

const seers = [insider, targetIsOneself, inCommonRoom] as const;
const admins = [orgOwner, domainAdmin] as const;
const security = [orgOwner, domainAdmin, securityOfficer] as const;
const readers = [orgOwner, securityOfficer, auditor] as const;
const writers = [roomOwner, contributor] as const;
const fileWriters = [roomOwner, fileContributor] as const;
const fileChangers = [roomOwner, fileContributor, ownFileAdder] as const;
const linkStands = [linkExists, linkedFileThere, linkNotRevoked, creatorStillMay] as const;
const linkAlive = [...linkStands, linkNotExpired, capLeft] as const;
const fileOfRoom = [roomExists, clearedForRoom, fileInRoom, clearedForFile, fileOpen] as const;
const folderOfRoom = [roomExists, clearedForRoom, folderInRoom, folderSeen, folderOpen] as const;
const fileOfBin = [roomExists, clearedForRoom, fileInBin, clearedForFile, binnedOpen] as const;
const fileKept = [roomExists, clearedForRoom, fileKnown, clearedForFile] as const;
const versionOfRoom = [...fileOfRoom, versionExists, clearedForVersion] as const;
const packageInRoom = [roomExists, clearedForRoom, packageOfRoom] as const;
const requestOfRoom = [roomExists, clearedForRoom, requestInRoom] as const;
const itemOfRoom = [roomExists, clearedForRoom, itemInRoom] as const;
const requestAlive = [
  requestOpened,
  requestNotRevoked,
  requestRoomActive,
  requesterStillMay,
  requestNotExpired,
] as const;
const linkKept = [roomExists, clearedForRoom, linkExists, fileInRoom, clearedForFile, linkOfFile] as const;
const linkOfRoom = [...linkKept, linkFolderOpen] as const;
const linkGuarded = [...linkKept, linkFolderOpenOrGuarded] as const;

/** Every action: who may do it, and on which conditions. Printed into docs/reference/permissions.md. */
// biome-ignore format: one row is one line, so that the table reads as a table
const TABLE = {
  // Sight                     hidden as             scope             requires                                    granted by one of
  'room.see':            hidden('ROOM_NOT_FOUND',     null,             [roomExists, clearedForRoom],               [roomMember, overseer]),
  'file.see':            hidden('FILE_NOT_FOUND',     null,             [...fileOfRoom, confirmedOrConcerned],      [roomMember]),
  'bin.see':             hidden('FILE_NOT_FOUND',     null,             fileOfBin,                                  [roomOwner, deleter]),
  'folder.see':          hidden('FOLDER_NOT_FOUND',   null,             folderOfRoom,                               [roomMember]),
  'version.see':         hidden('VERSION_NOT_FOUND',  null,             versionOfRoom,                              [...fileWriters, seesCurrentVersion]),
  'share.see':           hidden('SHARE_NOT_FOUND',    'read:shares',    linkOfRoom,                                 [linkSeer, linkCreator]),
  'share.find':          hidden('SHARE_NOT_FOUND',    null,             linkOfRoom,                                 [linkSeer, linkCreator]),
  'share.revoke':        hidden('SHARE_NOT_FOUND',    'write:shares',   linkGuarded,                                [linkCreator, roomOwner, linkGuard]),
  'package.see':         hidden('SHARE_NOT_FOUND',    'read:shares',    packageInRoom,                              [roomOwner, packageCreator]),
  'package.find':        hidden('SHARE_NOT_FOUND',    null,             packageInRoom,                              [roomOwner, packageCreator]),
  'package.revoke':      hidden('SHARE_NOT_FOUND',    'write:shares',   packageInRoom,                              [packageCreator, roomOwner, linkGuard]),
  'group.see':           hidden('GROUP_NOT_FOUND',    null,             [roomExists, clearedForRoom, groupInRoom],  [roomOwner, groupMember]),
  'user.see':            hidden('USER_NOT_FOUND',     null,             [userExists],                               seers),
  'token.revoke':        hidden('TOKEN_NOT_FOUND',    'write:tokens',   [userExists, targetNotAbove],               [targetIsOneself, ...security]),
  'user.add':            hidden('USER_NOT_FOUND',     null,             [userExists, notDeactivated, notErased],    seers),
  'user.invite_to_room': hidden('INSUFFICIENT_ROLE',  null,             [invitesWithinOwnClearance, revivesNobodyElse, deactivatedForInsiders], [anyone]),
  'org_unit.see':        hidden('ORG_UNIT_NOT_FOUND', null,             [unitExists],                               [insider]),
  'org_unit.place_rooms':hidden('ORG_UNIT_NOT_FOUND', null,             [unitExists],                               [unitMember, unitIsRoot, ...admins, administersUnit]),
  'receipt.see':         hidden('RECEIPT_NOT_FOUND',  'read:audit',     [receiptExists, clearedForReceipt],         [receiptIsOwn, ...readers]),
  'audit.room.see':      hidden('ROOM_NOT_FOUND',     null,             [roomKnown, clearedForRoom],                [roomMember, overseer]),
  'access.file.see':     hidden('FILE_NOT_FOUND',     null,             fileKept,                                   [...readers, seesFile]),
  'access.folder.see':   hidden('FOLDER_NOT_FOUND',   null,             [roomExists, clearedForRoom, folderInRoom], [...readers, seesFolder]),
  'access.share.see':    hidden('SHARE_NOT_FOUND',    null,             linkGuarded,                                [linkGuard, auditor, linkSeer, linkCreator]),

  // Rooms                 scope             first seen    requires                                                granted by one of, named in the body
  'room.list':           row('read:rooms',     none,         [],                                                     [anyone]),
  'room.oversee':        row('read:rooms',     none,         [],                                                     [overseer]),
  'room.create':         row('write:rooms',    none,         [notAuditor, insider, clearedForLabel],                 [anyone], 'org_unit.place_rooms'),
  'room.get':            row('read:rooms',     room,         [],                                                     [anyone]),
  'room.edit':           row('write:rooms',    room,         [roomWritable],                                         [roomOwner]),
  'room.renumber':       row('write:rooms',    room,         [roomWritable],                                         [roomOwner]),
  'room.archive':        row('write:rooms',    room,         [],                                                     [roomOwner, ...admins]),
  'room.unarchive':      row('write:rooms',    room,         [],                                                     [roomOwner, ...admins]),
  'room.export':         row('download:files', room,         [],                                                     [roomOwner]),
  'room.sight':          row('read:rooms',     room,         [],                                                     [roomOwner]),
  'room.delete':         row('delete:rooms',   room,         [],                                                     [roomOwner, orgOwner]),
  'room.notifications.edit': row(null,          room,         [unlimitedCredential],                                            [roomMember]),
  'room.members.list':   row('read:rooms',     room,         [],                                                     [roomMember, overseer]),
  'room.members.see_all':row(null,             room,         [],                                                     [roomOwner, overseer, membersOpen]),
  'room.members.see_details':row(null,         room,      [],                                                     [insider, memberIsOneself]),
  'room.members.see_end':row(null,             room,      [],                                                     [insider, memberIsOneself, roomOwner]),
  'room.members.see_ended':row(null,           room,      [],                                                     [roomOwner]),
  'room.members.name':   row(null,             room,      [],                                                     [memberIsOneself, memberMet, insiderSeesAll]),
  'room.members.add':    row('write:members',  room,         [roomTakesChange, noExternalOwner],                     [roomOwner, adminOfOrphan], 'user.add'),
  'room.invite':         row('write:members',  room,         [invitationsOn, roomWritable, noExternalOwner],         [roomOwner], 'user.invite_to_room'),
  'room.members.remove': row('write:members',  room,         [memberExists, memberInSight],                          [roomOwner, ...security, memberIsOneself]),
  'group.list':          row('read:rooms',     room,         [],                                                     [roomMember]),
  'group.see_all':       row(null,             room,         [],                                                     [roomOwner]),
  'group.create':        row('write:members',  room,         [roomWritable],                                         [roomOwner]),
  'group.edit':          row('write:members',  roomThenGroup, [roomWritable],                                        [roomOwner]),
  'group.delete':        row('write:members',  roomThenGroup, [roomWritable],                                        [roomOwner]),
  'group.members.add':   row('write:members',  roomThenGroup, [roomWritable],                                        [roomOwner]),
  'group.members.remove':row('write:members',  roomThenGroup, [],                                                    [roomOwner]),
  'room.shares.list':    row('read:shares',    room,         [],                                                     writers),

  // Files
  'file.list':           row('read:files',     room,         [],                                                     [roomMember]),
  'file.get':            row('read:files',     file,         [],                                                     [roomMember]),
  'file.upload':         row('write:files',    room,         [clearedForLabel, roomWritable],                        [roomOwner, placeAdder]),
  'file.confirm':        row('write:files',    roomThenFile, [notAbandoned, roomWritable],                           [roomOwner, uploader]),
  'file.confirm_many':   row('write:files',    room,         [roomWritable],                                         [roomOwner, someAdder]),
  'file.download':       row('download:files', file,         [uploadConfirmed],                                      [roomMember]),
  'file.download_many':  row('download:files', none,         [],                                                     [anyone]),
  'file.key_grant':      row('download:files', file,         [uploadConfirmed],                                      [roomMember]),
  'file.key_renew':      row('write:files',    file,         [notAbandoned, uploadPending, roomWritable],            [roomOwner, uploader]),
  'file.upload_parts':   row('write:files',    file,         [notAbandoned, uploadPending, roomWritable],            [uploader]),
  'file.edit':           row('write:files',    file,         [clearedForLabel, lowersAsOwner, addsWhereItGoes, uploadConfirmed, roomWritable], fileChangers),
  'file.delete':         row('delete:files',   file,         [roomWritable],                                         fileChangers),
  'file.delete_many':    row('delete:files',   room,         [roomWritable],                                         [roomOwner, someAdder]),
  'file.restore':        row('write:files',    bin,          [roomWritable],                                         [roomOwner, binContributor]),
  'folder.get':          row('read:files',     roomThenFolder, [],                                                   [roomMember]),
  'folder.create':       row('write:files',    room,         [makesWhereAllMay, roomWritable],                       [roomOwner, placeAdder]),
  'folder.make':         row(null,             room,         [],                                                     [roomOwner, makerInPlace]),
  'folder.edit':         row('write:files',    roomThenFolder, [roomWritable],                                       [roomOwner, folderMover]),
  'folder.delete':       row('delete:files',   roomThenFolder, [roomWritable],                                       [roomOwner, folderKeeper]),
  'folder.structure':    row('write:files',    roomThenFolder, [roomWritable],                                       [roomOwner]),
  'folder.access':       row('write:members',  roomThenFolder, [roomWritable],                                       [roomOwner]),
  'folder.see_access':   row(null,             roomThenFolder, [],                                                   [roomOwner]),
  'folder.make_closed':  row('write:members',  room,         [roomWritable],                                         [roomOwner]),
  'bin.list':            row('read:files',     room,         [],                                                     [roomMember]),
  'bin.see_all':         row(null,             room,         [],                                                     [roomOwner]),
  'bin.destroy':         row('delete:files',   roomThenBin,  [roomWritable],                                         [roomOwner]),
  'bin.empty':           row('delete:files',   room,         [roomWritable],                                         [roomOwner]),
  'file.replace':        row('write:files',    roomThenFile, [clearedForLabel, lowersAsOwner, addsWhereItGoes, uploadConfirmed, roomWritable], fileChangers),
  'version.list':        row('read:files',     file,         [uploadConfirmed],                                      [roomMember]),
  'version.see_all':     row(null,             file,         [],                                                     fileWriters),
  'version.download':    row('download:files', version,      [uploadConfirmed],                                      [roomMember]),
  'version.restore':     row('write:files',    version,      [clearedForLabel, lowersAsOwner, uploadConfirmed, roomWritable], fileWriters),
  'version.delete':      row('delete:files',   version,      [versionNotCurrent, roomWritable],                      fileWriters),
} as const satisfies Record<string, Row>;

/** The other rows. A declaration of the type of one table would exceed what the compiler writes. */
// biome-ignore format: one row is one line, so that the table reads as a table
const OTHERS = {
  // Links
  'share.create':        row('write:shares',   file,         [shareable, uploadConfirmed, roomWritable],             fileWriters),
  'share.edit':          row('write:shares',   linkFound,    [shareable, roomWritable],                              [roomOwner, linkMaker]),
  'share.list':          row('read:shares',    file,         [],                                                     fileWriters),
  'package.create':      row('write:shares',   room,         [roomWritable],                                         writers),
  'package.edit':        row('write:shares',   packageFound, [roomWritable],                                         [roomOwner, packageMaker]),
  'share.peek':          link(linkAlive),
  'share.redeem':        link(linkAlive),
  'share.resume':        link([...linkStands, redemptionOpen]),

  // Upload requests and the inbox
  'upload_request.see':  hidden('REQUEST_NOT_FOUND',  'write:files',    requestOfRoom,                              [roomOwner, requester]),
  'upload_request.find': hidden('REQUEST_NOT_FOUND',  null,             requestOfRoom,                              [roomOwner, requester]),
  'upload_request.revoke':hidden('REQUEST_NOT_FOUND', 'write:files',    requestOfRoom,                              [roomOwner, requester]),
  'inbox.see':           hidden('ITEM_NOT_FOUND',     null,             itemOfRoom,                                 [roomOwner, requesterAdds]),
  'upload_request.create':row('write:files',   room,         [roomWritable],                                         [roomOwner, placeAdder]),
  'upload_request.list': row('read:files',     room,         [],                                                     [roomMember]),
  'upload_request.open': row('write:files',    request,      [roomWritable],                                         [requesterAdds]),
  'upload_request.peek': sender([...requestAlive, requestNotFull]),
  'upload_request.send': sender([...requestAlive, requestNotFull]),
  'upload_request.confirm': sender(requestAlive),
  'inbox.list':          row('read:files',     room,         [],                                                     [roomMember]),
  'inbox.download':      row('download:files', inboxItem,    [],                                                     [roomMember]),
  'inbox.accept':        row('write:files',    inboxItem,    [roomWritable],                                         [roomMember]),
  'inbox.refuse':        row('write:files',    inboxItem,    [],                                                     [roomMember]),

  // People
  'user.list':           row('read:users',     none,         [],                                                     [anyone]),
  'user.list_all':       row('read:users',     none,         [],                                                     [insider]),
  'user.see_details':    row(null,             user,      [],                                                     [insider, targetIsOneself]),
  'user.get':            row('read:users',     user,         [],                                                     [anyone]),
  'user.invite':         row('write:users',    none,         [grantsOwnRoleAtMost, reinvitesWithinOwnRights, remarksAsAdmin, roleWithinOwnClearance], [...admins, departmentAdminForMembers]),
  'user.role':           row('write:users',    user,         [notErased, notOneself, targetNotAbove, keepsOffOwnersAndAdmins, grantsOwnRoleAtMost, roleWithinOwnClearance], admins),
  'user.edit':           row('write:users',    user,         [namesOneself, marksAsAdmin, marksWithinOwnClearance], [anyone]),
  'user.email':          row('write:users',    user,         [notErased, targetNotAbove],                            [targetIsOneself, ...admins]),
  'user.email.waive':    row('write:users',    user,         [notErased, notOneself, targetNotAbove],                [orgOwner]),
  'user.clearance':      row('write:clearance', user,        [notErased, notOneself, targetNotAbove, overrideWithinOwnClearance, clearingWithinOwnClearance], [orgOwner, securityOfficer, domainAdmin]),
  'user.deactivate':     row('write:users',    user,         [mayDeactivateTarget, notOwnDeactivation],              security),
  'user.reactivate':     row('write:users',    user,         [notErased, targetNotAbove, renewsWithinOwnRights],                admins),
  'user.erase':          row('write:users',    user,         [targetNotAbove, notOwnDeactivation],                   admins),
  'user.activation_link':row('write:users',    user,         [notErased, targetNotAbove, renewsWithinOwnRights],                admins),
  'user.uninvite':       row('write:users',    user,         [targetNotAbove, removesNoRestriction],                 [...admins, departmentAdminOverMember]),
  'user.key_person.unlink': row('write:users', user,         [notOneself, targetNotAbove],                           [orgOwner, securityOfficer]),
  'user.identity.unlink':row('write:users',    user,         [notOneself, targetNotAbove],                           [orgOwner, securityOfficer]),
  'user.second_factor.reset': row('write:users', user,       [notOneself, targetNotAbove],                           security),
  'user.units':          row('read:org-units', user,         [],                                                     [targetIsOneself, ...security, auditor, targetWithinReach]),
  'user.rooms':          row('read:rooms',     user,         [],                                                     [targetIsOneself, ...security, auditor, departmentAdmin]),
  'directory.see':       row('scim',           none,         [],                                                     admins),
  'directory.edit_user': row('scim',           user,         [notErased, targetNotAbove],                            admins),
  'me.see':              row(null,             none,         [],                                                     [anyone]),
  'room.favourite':      row(null,             room,         [unlimitedCredential],                                            [roomMember]),
  'room.note_visit':     row(null,             room,         [unlimitedCredential],                                            [roomMember]),
  'notifications.edit':  row(null,             none,         [unlimitedCredential],                                            [anyone]),
  'classification.list': row(null,             none,         [],                                                     [anyone]),

  // Credentials
  'token.list':          row('read:tokens',    none,         [],                                                     [anyone]),
  'token.create':        row('write:tokens',   none,         [],                                                     [anyone]),
  'token.oversee':       row('read:tokens',    user,         [userExists, targetNotAbove],                           [targetIsOneself, ...security]),
  'session.list':        row(null,             none,         [unlimitedCredential],                                            [anyone]),
  'session.end_own':     row(null,             none,         [unlimitedCredential],                                            [anyone]),
  'session.oversee':     row(null,             user,         [unlimitedCredential, targetNotAbove],                            [targetIsOneself, ...security]),
  'session.end_of_user': row(null,             user,         [unlimitedCredential, notOneself, targetNotAbove],                security),
  'session.end':         row(null,             none,         [usesSession],                                          [anyone]),
  'device_login.answer': row(null,             none,         [usesSession, deviceLoginIsOpen],                       [anyone]),
  'key_person.link':     row(null,             none,         [usesSession, sessionIsRecent, keyLinkIsValid, keepsKeyPerson], [anyone]),
  'identity.link':       row(null,             none,         [usesSession, sessionIsRecent],                         [anyone]),
  'identity.unlink':     row(null,             none,         [usesSession, sessionIsRecent, keepsWayIn],             [anyone]),
  'second_factor.see':   row(null,             none,         [unlimitedCredential],                                            [anyone]),
  'second_factor.change':row(null,             none,         [usesSession],                                          [anyone]),
  'second_factor.prove': row(null,             none,         [usesSession],                                          [anyone]),
  'password.set':        row(null,             none,         [unlimitedCredential, maySetPassword],                            [anyone]),

  // Receipts
  'receipt.list':        row('read:audit',    none,         [],                                                     [anyone]),
  'receipt.list_all':    row('read:audit',    none,         [],                                                     readers),

  // Org units
  'org_unit.list':       row('read:org-units', none,         [],                                                     [anyone]),
  'org_unit.list_all':   row('read:org-units', none,         [],                                                     [insider]),
  'org_unit.get':        row('read:org-units', unit,         [],                                                     [anyone]),
  'org_unit.create':     row('write:org-units', none,        [],                                                     [...admins, administersUnit], 'org_unit.see'),
  'org_unit.manage':     row('write:org-units', unit,        [],                                                     [...admins, administersAbove]),
  'org_unit.members':    row('write:org-units', unit,        [],                                                     [...admins, administersUnit], 'user.add'),
  'org_unit.members.remove': row('write:org-units', unit,    [memberExists],                                         [...admins, administersUnit]),

  // Audit log and explanations
  'audit.read':          row('read:audit',     none,                  [],                                            readers),
  'audit.room.read':     row('read:audit',     ['audit.room.see'],    [],                                            [...readers, roomOwner]),
  'audit.see_details':   row(null,             none,                  [],                                            [insider]),
  'webhook.see':         hidden('WEBHOOK_NOT_FOUND',  'write:webhooks', [],                                         admins),
  'webhook.see_all':     hidden('WEBHOOK_NOT_FOUND',  null,             [],                                         [orgOwner]),
  'webhook.list':        row('read:webhooks',  none,                  [],                                            admins),
  'webhook.manage':      row('write:webhooks', none,                  [],                                            admins),
  'webhook.room.list':   row('read:webhooks',  room,                  [],                                            [orgOwner, roomOwner]),
  'webhook.room.manage': row('write:webhooks', room,                  [],                                            [orgOwner, roomOwner]),
  'access.explain':      row('read:access',    none,                  [insiderOrOneself],                            [targetIsOneself, ...readers], 'user.see'),
  'access.room.explain': row('read:access',    room,                  [insiderOrOneself],                            [targetIsOneself, ...readers, roomOwner], 'user.see'),
  'access.file.explain': row('read:access',    ['access.file.see'],   [insiderOrOneself],                            [targetIsOneself, ...readers, roomOwner], 'user.see'),
  'access.folder.explain':row('read:access',  ['access.folder.see'],  [insiderOrOneself],                           [targetIsOneself, ...readers, roomOwner], 'user.see'),
  'access.share.explain':row('read:access',    ['access.share.see'],  [insiderOrOneself],                            [targetIsOneself, ...readers, roomOwner], 'user.see'),
} as const satisfies Record<string, Row>;

type Table = typeof TABLE & typeof OTHERS;

export type Action = keyof Table;

/** A row of the table; the rows it refers to exist. */
export type Policy = Omit<Row, 'within' | 'names'> & Readonly<{ within: readonly Action[]; names: readonly Action[] }>;

/** The table. Does not compile if a row refers to an action that has none. */
export const POLICIES: Readonly<Record<Action, Policy>> = { ...TABLE, ...OTHERS };

/** The scope that a limited credential needs for an action; null if any credential will do. */
export const scopeOf = (action: Action): Scope | null => POLICIES[action].scope;

type Referred<A extends Action> = A extends Action
  ? Extract<Table[A]['within'][number] | Table[A]['names'][number], Action>
  : never;
/** An action, and the rows it refers to; those refer to no others. */
type Line<A extends Action> = A | Referred<A>;
type RulesOf<A extends Action> = Table[A]['requires'][number] | Table[A]['grantedBy'][number];

/** The facts of all rules of an action; omitting one does not compile. */
export type FactsOf<A extends Action> = [RulesOf<Line<A>>['holds']] extends [(facts: infer F) => boolean] ? F : never;
