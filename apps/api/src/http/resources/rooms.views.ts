import type { InvitedToRoom, MemberSeen, RenumberResult, RoomOfUser, RoomSeen } from '@strongroom/application';
import {
  binDaysOf,
  formatInstant,
  hasAnonymousLinks,
  type Instant,
  isOrphaned,
  MEMBER_VISIBILITIES,
  NUMBERINGS,
  numberingOf,
  optional,
  type Receipt,
  ROOM_ROLES,
  STRUCTURES,
  structureOf,
  TOP_FOLDER,
  type Visit,
  visibilityOf,
} from '@strongroom/domain';
import { mayOf } from '../describe/may.ts';
import { type ViewOf, view } from '../describe/view.ts';
import { count, date, flag, formatOrNull, id, listOf, orNull, record, text, timestamp, word } from './view-fields.ts';

const roomFields = {
  id: id('The room.'),
  name: text('Name of the room.'),
  description: text('Purpose of the room.'),
  org_unit_id: id('Org unit the room belongs to.'),
  classification: text('Classification label of the room.'),
  created_by: id('User who created it; an owner of now where you would not find that user.'),
  created_at: timestamp('When it was created.'),
  member_count: count('Number of members that the caller sees.'),
  member_visibility: word(
    MEMBER_VISIBILITIES,
    'With `owners`, members who are not owners see themselves and the owners only; with `groups` also those with whom they share a group.',
  ),
  anonymous_links: flag('True where holders of links of the room do not learn who shares.'),
  structure: word(STRUCTURES, 'With `owners`, only owners of the room make folders at its top.'),
  bin_days: count('Days for which a deleted file can be restored; 0: it is destroyed at once.'),
  numbering: word(
    NUMBERINGS,
    'With `fixed`, each folder and each file has an `index`, the same for every reader: a gap tells that there is something you do not see, or was.',
  ),
  file_count: count('Number of available files in the room that the caller can see; 0 for an overseer.'),
  status: word(['active', 'archived'], 'An archived room is read-only.'),
  archived_at: orNull(timestamp('When it was archived.')),
  my_role: orNull(word(ROOM_ROLES, "The caller's role in the room; null for an overseer.")),
  favourite: flag('True where it is one of your favourites, which only you see.'),
  seen_file_count: orNull(
    count('Number of files that you had seen at your last visit, which only you see; null where none was noted.'),
  ),
  seen_at: orNull(timestamp('When your last visit was noted. Owners of the room see its day.')),
  may: mayOf('room'),
};

/** A room as the caller sees it. */
export const RoomView = view('Room', {
  ...roomFields,
  last_activity_at: optional(
    orNull(
      timestamp(
        'When the newest file that you see came, as a new one or as a version; null without one. Only in lists, with `last_activity=true`.',
      ),
    ),
  ),
  roles_to_invite: optional(
    listOf(
      word(ROOM_ROLES, 'A role.'),
      'Roles with which you may invite an address without a user now. Absent in lists and answers to changes.',
    ),
  ),
});

export const roomView = ({
  room,
  createdBy,
  memberCount,
  fileCount,
  myRole,
  may,
  isFavourite,
  visit,
  lastActivityAt,
  rolesToInvite,
}: RoomSeen): ViewOf<typeof RoomView> => ({
  id: room.id,
  name: room.name,
  description: room.description,
  org_unit_id: room.orgUnitId,
  classification: room.label,
  created_by: createdBy,
  created_at: formatInstant(room.createdAt),
  member_count: memberCount,
  member_visibility: visibilityOf(room),
  anonymous_links: hasAnonymousLinks(room),
  structure: structureOf(room, TOP_FOLDER),
  bin_days: binDaysOf(room),
  numbering: numberingOf(room),
  file_count: fileCount,
  status: room.status,
  archived_at: formatOrNull(room.archivedAt),
  my_role: myRole,
  favourite: isFavourite,
  seen_file_count: visit?.files ?? null,
  seen_at: formatOrNull(visit?.at ?? null),
  ...(lastActivityAt !== undefined && { last_activity_at: formatOrNull(lastActivityAt) }),
  ...(may && { may }),
  ...(rolesToInvite && { roles_to_invite: rolesToInvite }),
});

/** A room as an overseer finds it. */
export const OverseenRoomView = view('OverseenRoom', {
  ...roomFields,
  orphaned: flag(
    'True where no active owner is left: an owner of the organisation, or a domain admin who took none of its owners out in the last 30 days, may add one.',
  ),
});

export const overseenRoomView = (seen: RoomSeen): ViewOf<typeof OverseenRoomView> => ({
  ...roomView(seen),
  orphaned: isOrphaned(seen.room),
});

/** A choice of the caller about a room. */
export const FavouriteView = view('Favourite', {
  favourite: flag('True where the room is one of your favourites.'),
});

export const favouriteView = (favourite: boolean): ViewOf<typeof FavouriteView> => ({ favourite });

/** A visit of the caller to a room. */
export const VisitView = view('Visit', {
  seen_file_count: count('Number of files that you have seen.'),
  seen_at: timestamp('When the visit was noted.'),
});

export const visitView = ({ files, at }: Visit): ViewOf<typeof VisitView> => ({
  seen_file_count: files,
  seen_at: formatInstant(at),
});

/** A room whose folders and files were numbered again. */
export const RenumberedView = view('Renumbered', {
  numbered: count('Folders and files with a new number that you see; 0 in a room without index numbers.'),
});

export const renumberedView = ({ numbered }: RenumberResult): ViewOf<typeof RenumberedView> => ({ numbered });

/** A deleted room. */
export const RoomDeletedView = view('RoomDeleted', {
  id: id('The room that was deleted.'),
  status: word(['deleted'], 'Always "deleted".'),
  deleted_at: timestamp('When it was deleted.'),
  files_destroyed: count('The same as `files_to_destroy`, under its former name: destruction is still to come.'),
  keys_destroyed: count('The same as `keys_to_destroy`, under its former name: the keys are unreachable from now on.'),
  files_to_destroy: count('Files whose objects a job destroys; the receipt says how far it is.'),
  keys_to_destroy: count('Wrapped keys that the job destroys.'),
  receipt_id: id('Receipt that reports the progress of the destruction: GET /destruction-receipts/:id.'),
});

export const roomDeletedView = (receipt: Receipt): ViewOf<typeof RoomDeletedView> => ({
  id: receipt.roomId,
  status: 'deleted',
  deleted_at: formatInstant(receipt.deletedAt),
  files_destroyed: receipt.filesTotal,
  keys_destroyed: receipt.filesTotal,
  files_to_destroy: receipt.filesTotal,
  keys_to_destroy: receipt.filesTotal,
  receipt_id: receipt.id,
});

const membershipFields = {
  room_id: id('The room.'),
  user_id: id('The member.'),
  role: word(ROOM_ROLES, 'Role in the room.'),
  added_by: optional(id('User who added the member; an owner of now where you would not find that user.')),
  created_at: optional(timestamp('When the member was added.')),
  expires_at: optional(orNull(timestamp('When the membership ends; null: it has no end.'))),
  expired: optional(flag('True where that is over: only owners of the room still see the member.')),
  effective_access: optional(
    word(
      ['full', 'none'],
      'Access in force: none while the clearance of the member does not reach the room, and after the end.',
    ),
  ),
  may: mayOf('member'),
};

/** A new or changed membership. */
export const MembershipView = view('Membership', membershipFields);

export const membershipView = ({
  membership,
  hasEnded,
  effectiveAccess,
  shows,
  may,
}: MemberSeen): ViewOf<typeof MembershipView> => ({
  room_id: membership.roomId,
  user_id: membership.userId,
  role: membership.role,
  ...(shows.details && { added_by: membership.addedBy, created_at: formatInstant(membership.createdAt) }),
  ...(shows.end && { expires_at: formatOrNull(membership.expiresAt ?? null), expired: hasEnded }),
  ...(shows.details && { effective_access: effectiveAccess }),
  ...(may && { may }),
});

/** The membership of an invited person. */
export const RoomInvitationView = view('RoomInvitation', {
  ...membershipFields,
  user: record('The invited person.', {
    id: id('The user.'),
    email: text('Their e-mail address, in lower case.'),
    status: optional(word(['invited', 'active', 'deactivated'], 'invited until they have accepted.')),
  }),
  mail_waits_until: orNull(timestamp('When the mail goes out, where a limit of mails delays it; null otherwise.')),
});

/** An external owner does not learn whether an address is that of a user already. */
export const roomInvitationView = (seen: InvitedToRoom): ViewOf<typeof RoomInvitationView> => ({
  ...membershipView(seen),
  user: seen.shows.details ? seen.user : { id: seen.user.id, email: seen.user.email },
  mail_waits_until: formatOrNull(seen.mailWaitsUntil ?? null),
});

/** A member in the list of a room. */
export const MemberView = view('Member', {
  ...membershipFields,
  name: text('Name of the member; empty before the invitation is accepted.'),
  groups: optional(
    listOf(
      record('A group.', { id: id('The group.'), name: text('Its name.') }),
      'Groups of the member: all for owners of the room, for other members those that they are in too.',
    ),
  ),
  last_visit_on: optional(
    orNull(date('Day of UTC on which they last visited the room, null where none was noted; for owners of the room.')),
  ),
  roles_to_give: optional(
    listOf(
      word(ROOM_ROLES, 'A role.'),
      'Roles in the room that you may give them now; absent unless `may` is asked for.',
    ),
  ),
});

export const memberView = (seen: MemberSeen): ViewOf<typeof MemberView> => ({
  ...membershipView(seen),
  name: seen.name,
  ...(seen.groups && { groups: seen.groups.map(({ id: groupId, name }) => ({ id: groupId, name })) }),
  ...(seen.shows.visit && { last_visit_on: dayOrNull(seen.membership.visit?.at) }),
  ...(seen.rolesToGive && { roles_to_give: seen.rolesToGive }),
});

/** Owners learn no time of day. */
const dayOrNull = (at: Instant | undefined): string | null =>
  at === undefined ? null : formatInstant(at).slice(0, 10);

export const MemberRemovedView = view('MemberRemoved', {
  room_id: id('The room.'),
  user_id: id('User who was removed.'),
  removed: flag('Always true.'),
});

/** A room that a user is a member of. */
export const UserRoomView = view('UserRoom', {
  room_id: id('The room.'),
  name: text('Its name.'),
  classification: text('Its classification label.'),
  status: roomFields.status,
  role: word(ROOM_ROLES, "The user's role in it."),
  groups: optional(
    listOf(
      record('A group.', { id: id('The group.'), name: text('Its name.') }),
      'Groups of the room that the user is in: all for owners of the room, for other members those that they are in too. Absent where you are not a member.',
    ),
  ),
  added_by: id('User who added them; an owner of now where you would not find that user.'),
  joined_at: timestamp('When they were added.'),
  expires_at: orNull(timestamp('When the membership ends; null: it has no end.')),
  effective_access: word(['full', 'none'], "Access in force: none while the user's clearance does not reach the room."),
});

export const userRoomView = ({
  room,
  membership,
  groups,
  effectiveAccess,
}: RoomOfUser): ViewOf<typeof UserRoomView> => ({
  room_id: room.id,
  name: room.name,
  classification: room.label,
  status: room.status,
  role: membership.role,
  ...(groups && { groups: groups.map(({ id: groupId, name }) => ({ id: groupId, name })) }),
  added_by: membership.addedBy,
  joined_at: formatInstant(membership.createdAt),
  expires_at: formatOrNull(membership.expiresAt ?? null),
  effective_access: effectiveAccess,
});
