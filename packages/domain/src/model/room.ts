import type { KmsKeyId } from '../values/crypto.ts';
import { DomainError } from '../values/errors.ts';
import type { GroupId, MembershipId, OrgUnitId, ReceiptId, RoomId, UserId } from '../values/ids.ts';
import type { Label } from '../values/labels.ts';
import type { BinDays } from '../values/numbers.ts';
import { type MemberVisibility, type Numbering, type RoomRole, raises } from '../values/roles.ts';
import type { FolderPath, RoomDescription, RoomName } from '../values/text.ts';
import { DAY, type Instant, MINUTE, plus } from '../values/time.ts';
import { type Bin, setBinDays } from './bin.ts';
import type { Membership } from './membership.ts';
import { isInReach, labelOfMark, type Mark, type Reach } from './reach.ts';
import type { Restriction } from './restriction.ts';

type RoomCore = Readonly<{
  id: RoomId;
  label: Label;
  orgUnitId: OrgUnitId;
  createdBy: UserId;
  createdAt: Instant;
}>;

/**
 * An existing room. It is the consistency boundary: adding or removing a member, and confirming or deleting a file,
 * replaces it in the same commit, so each of them conflicts with an archival or a deletion. INVARIANT: `memberCount`,
 * `owners` and `ends` agree with the memberships; `files` with the available files by mark.
 */
export type LiveRoom = RoomCore &
  Readonly<{
    status: 'active' | 'archived';
    name: RoomName;
    description: RoomDescription;
    archivedAt: Instant | null;
    kmsKeyId: KmsKeyId;
    owners: readonly UserId[];
    /** Users who removed an owner without being one, latest last: for a while only owners of the organisation adopt the room. */
    ownersTakenBy?: readonly OwnerTaken[];
    /** Adoptions that owners of the organisation were notified of within the last day, one for each user. Absent: none. */
    adoptions?: readonly Adoption[];
    /** Ended memberships are counted until they are removed. */
    memberCount: number;
    /** The members whose membership has an end. Absent: none. */
    ends?: readonly MemberEnd[];
    /**
     * A member who is not an owner sees themself and the owners only; with `groups` also those with whom they share a group. Absent:
     * everyone sees everyone.
     */
    memberVisibility?: 'owners' | 'groups';
    /** The groups whose members see each other with `groups`. Absent: none. INVARIANT: they are groups of the room. */
    mateGroups?: readonly GroupId[];
    /** Holders of links of the room do not learn who shares. Absent: they do. */
    anonymousLinks?: true;
    /** Absent: deleted files are destroyed at once. */
    bin?: Bin;
    /** Every folder and file has an index number that stays. Absent: none has one. */
    numbering?: 'fixed';
    /** The folders that not every member sees. Absent: none. */
    restrictions?: readonly Restriction[];
    /** Restrictions of deleted folders with files in the bin; the latest last. Absent: none. */
    endedRestrictions?: readonly Restriction[];
    /** Directly in these folders only owners make folders; an empty path is the top of the room. Absent: nowhere. */
    ownerPlaces?: readonly FolderPath[];
    files: Readonly<Record<string, number>>;
  }>;

/**
 * The user who deactivated or removed an owner, and when. `isOrgOwner`: they were an owner of the organisation; absent for
 * others, and in what an older version stored.
 */
export type OwnerTaken = Readonly<{ userId: UserId; at: Instant; isOrgOwner?: true }>;

/** An administrator who made themself a member, and when the owners of the organisation were notified. */
export type Adoption = Readonly<{ userId: UserId; at: Instant }>;

/** The end of the membership of a user. */
export type MemberEnd = Readonly<{ userId: UserId; at: Instant }>;

/** The rest of a deleted room, which keeps its id from being used again. */
export type DeletedRoom = RoomCore &
  Readonly<{ status: 'deleted'; deletedAt: Instant; deletedBy: UserId; receiptId: ReceiptId }>;

export type Room = LiveRoom | DeletedRoom;

export const MAX_MEMBERS = 5000;
export const MAX_ROOM_OWNERS = 50;
/** Maximum number of members whose membership has an end. */
export const MAX_ENDS = 500;

export const isThere = (room: Room | undefined): room is LiveRoom => exists(room);

/** Whether a room, or a part of one, is not deleted. A status that this build does not know counts as deleted. */
export const exists = <R extends Pick<Room, 'status'>>(
  room: R | undefined,
): room is Exclude<R, Readonly<{ status: 'deleted' }>> => room?.status === 'active' || room?.status === 'archived';
/** Whether the room has no owner. */
export const isOrphaned = (room: Pick<LiveRoom, 'owners'>): boolean => room.owners.length === 0;

/** Users whose membership of the room has ended. */
export const endedIn = ({ ends = [] }: LiveRoom, now: Instant): readonly UserId[] =>
  ends.filter(({ at }) => now >= at).map(({ userId }) => userId);

/** For this long only owners of the organisation adopt a room that another user took an owner from. */
export const NO_ADOPTION = 30 * DAY;

/**
 * Whether a user who is not an owner of the organisation removed an owner of the room within the last 30 days. The user who did so
 * does not matter: administrators make users, and two of them may act together.
 */
export const lostOwnerLately = (room: Pick<LiveRoom, 'ownersTakenBy'>, now: Instant): boolean =>
  (room.ownersTakenBy ?? []).some(({ at, isOrgOwner }) => isOrgOwner !== true && now < plus(at, NO_ADOPTION));

/**
 * Notes an adoption to notify the owners of the organisation of. Undefined where they were notified of the same user within a day:
 * an administrator who joins and leaves again and again does not flood them.
 */
export function noteAdoption(room: LiveRoom, userId: UserId, now: Instant): LiveRoom | undefined {
  const recent = (room.adoptions ?? []).filter(({ at }) => now < plus(at, DAY) && at <= plus(now, MINUTE));
  if (recent.some((adoption) => adoption.userId === userId)) return undefined;
  return { ...room, adoptions: [...recent, { userId, at: now }] };
}

/** The number of available files in reach. */
export const fileCountFor = (reach: Reach, { files }: Pick<LiveRoom, 'files'>): number =>
  Object.entries(files).reduce((sum, [mark, number]) => sum + (isInReach(reach, mark) ? number : 0), 0);

/** The highest label of the files that `fileCountFor` counts; that of the room without files. */
export function topLabelFor(reach: Reach, room: LiveRoom): Label {
  const found = Object.entries(room.files).filter(([mark, number]) => number > 0 && isInReach(reach, mark));
  const labels = new Set(found.map(([mark]) => labelOfMark(mark)));
  return reach.labels.findLast((label) => labels.has(label)) ?? room.label;
}

export function createRoom(
  of: RoomCore &
    Readonly<{
      name: RoomName;
      description: RoomDescription;
      kmsKeyId: KmsKeyId;
      membershipId: MembershipId;
      epoch: number;
      anonymousLinks?: boolean | undefined;
      numbering?: Numbering | undefined;
      /** 0 and absent: the room has no bin. */
      binDays?: BinDays | undefined;
    }>,
): Readonly<{ room: LiveRoom; membership: Membership }> {
  const { membershipId, epoch, anonymousLinks = false, numbering = 'none', binDays = 0, ...core } = of;
  const room: LiveRoom = {
    ...core,
    ...(anonymousLinks && { anonymousLinks }),
    ...(numbering !== 'none' && { numbering }),
    status: 'active',
    archivedAt: null,
    owners: [of.createdBy],
    memberCount: 1,
    files: {},
    ...(binDays > 0 && { bin: { days: binDays } }),
  };
  return {
    room,
    membership: membershipIn(room, {
      id: membershipId,
      userId: of.createdBy,
      epoch,
      role: 'owner',
      addedBy: of.createdBy,
      at: of.createdAt,
    }),
  };
}

/** Throws ROOM_ARCHIVED if the room is read-only. */
export function assertWritable(room: LiveRoom): void {
  if (room.status === 'archived') throw new DomainError('ROOM_ARCHIVED');
}

/** Equal values change nothing. Throws ROOM_ARCHIVED. */
export const editRoom = (
  room: LiveRoom,
  change: Readonly<{
    name?: RoomName | undefined;
    description?: RoomDescription | undefined;
    memberVisibility?: MemberVisibility | undefined;
    anonymousLinks?: boolean | undefined;
    numbering?: Numbering | undefined;
    binDays?: BinDays | undefined;
  }>,
  now: Instant,
): LiveRoom => {
  assertWritable(room);
  const before = optionsOf(room);
  const { name = room.name, description = room.description } = change;
  const {
    memberVisibility = before.memberVisibility,
    anonymousLinks = before.anonymousLinks,
    numbering = before.numbering,
  } = change;
  const binned = change.binDays === undefined ? room : setBinDays(room, change.binDays, now);
  const { memberVisibility: _, anonymousLinks: __, numbering: ___, ...rest } = binned;
  const next: LiveRoom = {
    ...rest,
    name,
    description,
    ...(memberVisibility !== 'everyone' && { memberVisibility }),
    ...(anonymousLinks && { anonymousLinks }),
    ...(numbering !== 'none' && { numbering }),
  };
  const isSame = name === room.name && description === room.description && changedOptions(room, next).length === 0;
  return isSame ? binned : next;
};

const optionsOf = (room: LiveRoom) => ({
  memberVisibility: visibilityOf(room),
  anonymousLinks: hasAnonymousLinks(room),
  numbering: numberingOf(room),
});

/** The options that differ between two states of a room. */
export const changedOptions = (before: LiveRoom, after: LiveRoom) =>
  (['memberVisibility', 'anonymousLinks', 'numbering'] as const).filter(
    (one) => optionsOf(before)[one] !== optionsOf(after)[one],
  );

/** Whether the holders of links of the room do not learn who shares. */
export const hasAnonymousLinks = (room: Pick<LiveRoom, 'anonymousLinks'>): boolean => room.anonymousLinks ?? false;

/** Whether folders and files have index numbers. */
export const numberingOf = ({ numbering }: Pick<LiveRoom, 'numbering'>): Numbering => numbering ?? 'none';

/** Whether members who are not owners see each other. */
export const visibilityOf = (room: Pick<LiveRoom, 'memberVisibility'>): MemberVisibility =>
  room.memberVisibility ?? 'everyone';

/** Archiving again changes nothing, not even the time. */
export const archiveRoom = (room: LiveRoom, at: Instant): LiveRoom =>
  room.status === 'archived' ? room : { ...room, status: 'archived', archivedAt: at };

export const unarchiveRoom = (room: LiveRoom): LiveRoom =>
  room.status === 'active' ? room : { ...room, status: 'active', archivedAt: null };

export const deleteRoom = (
  room: LiveRoom,
  by: Readonly<{ at: Instant; userId: UserId; receiptId: ReceiptId }>,
): DeletedRoom => ({
  id: room.id,
  label: room.label,
  orgUnitId: room.orgUnitId,
  createdBy: room.createdBy,
  createdAt: room.createdAt,
  status: 'deleted',
  deletedAt: by.at,
  deletedBy: by.userId,
  receiptId: by.receiptId,
});

type Joining = Readonly<{
  id: MembershipId;
  userId: UserId;
  epoch: number;
  role: RoomRole;
  addedBy: UserId;
  at: Instant;
  expiresAt?: Instant | undefined;
}>;

/** Adds a member. Throws ROOM_ARCHIVED, LIMIT_REACHED, VALIDATION_ERROR for an end that may not be, and USER_ALREADY_EXISTS for an owner of the room. */
export function addMember(room: LiveRoom, joining: Joining): Readonly<{ room: LiveRoom; membership: Membership }> {
  assertWritable(room);
  if (room.memberCount >= MAX_MEMBERS)
    throw new DomainError('LIMIT_REACHED', { message: `A room has at most ${MAX_MEMBERS} members.` });
  if (room.owners.includes(joining.userId))
    throw new DomainError('USER_ALREADY_EXISTS', { message: 'This user is an owner of the room already.' });
  if (joining.expiresAt !== undefined) assertEnd(joining.expiresAt, joining);
  const owners = joining.role === 'owner' ? withRoomOwner(room, joining.userId) : room.owners;
  return {
    room: withEnd({ ...room, owners, memberCount: room.memberCount + 1 }, joining.userId, joining.expiresAt),
    membership: membershipIn(room, joining),
  };
}

/**
 * Gives a member another role. Lowering works in an archived room.
 * Throws MEMBER_NOT_FOUND, ROOM_ARCHIVED, LAST_ROOM_OWNER, LIMIT_REACHED, VALIDATION_ERROR for a new owner with an end.
 */
export function changeMemberRole(
  room: LiveRoom,
  membership: Membership,
  role: RoomRole,
): Readonly<{ room: LiveRoom; membership: Membership }> {
  assertMemberOf(room, membership);
  if (membership.role === role) return { room, membership };
  if (raises(membership.role, role)) assertWritable(room);
  if (role === 'owner' && membership.expiresAt !== undefined) throw wrongEnd(OWNERS_HAVE_NONE);
  const owners =
    role === 'owner'
      ? withRoomOwner(room, membership.userId)
      : membership.role === 'owner'
        ? withoutRoomOwner(room, membership.userId)
        : room.owners;
  // The same object where nothing changes, so that a store need not write it again.
  return { room: owners === room.owners ? room : { ...room, owners }, membership: { ...membership, role } };
}

/**
 * Gives a membership another end, or none. An earlier end works in an archived room. Throws MEMBER_NOT_FOUND, ROOM_ARCHIVED,
 * LIMIT_REACHED, VALIDATION_ERROR for an owner, and for an end that is not ahead.
 */
export function changeMemberEnd(
  room: LiveRoom,
  membership: Membership,
  { end, at }: Readonly<{ end: Instant | null; at: Instant }>,
): Readonly<{ room: LiveRoom; membership: Membership }> {
  assertMemberOf(room, membership);
  const { expiresAt, ...rest } = membership;
  if ((expiresAt ?? null) === end) return { room, membership };
  if (end !== null) assertEnd(end, { role: membership.role, at });
  if (end === null || (expiresAt !== undefined && end > expiresAt)) assertWritable(room);
  return end === null
    ? { room: withEnd(room, membership.userId, undefined), membership: rest }
    : { room: withEnd(room, membership.userId, end), membership: { ...rest, expiresAt: end } };
}

/** Removes a member. If it is an owner, records the user who did so. Throws MEMBER_NOT_FOUND, LAST_ROOM_OWNER. */
export function removeMember(room: LiveRoom, membership: Membership, by: OwnerTaken): LiveRoom {
  assertMemberOf(room, membership);
  const owners = membership.role === 'owner' ? withoutRoomOwner(room, membership.userId) : room.owners;
  const left = { ...room, owners, memberCount: oneMemberLess(room), ...rememberedTaking(room, membership.userId, by) };
  return withEnd(left, membership.userId, undefined);
}

/**
 * Removes a deactivated member. If it is an owner, records the user who deactivated them. The room may be left without
 * an owner; overseers find it. Throws MEMBER_NOT_FOUND.
 */
export const dropMember = (room: LiveRoom, userId: UserId, by?: OwnerTaken): LiveRoom => {
  const owners = room.owners.filter((id) => id !== userId);
  const left = { ...room, owners, memberCount: oneMemberLess(room), ...rememberedTaking(room, userId, by) };
  return withEnd(left, userId, undefined);
};

/** Adds `by` (1 or −1) to the number of available files of a mark. Throws ROOM_ARCHIVED, FILE_NOT_FOUND. */
export function countFile(room: LiveRoom, mark: Mark, by: 1 | -1): LiveRoom {
  assertWritable(room);
  const count = (room.files[mark] ?? 0) + by;
  if (count < 0) throw new DomainError('FILE_NOT_FOUND');
  return { ...room, files: { ...room.files, [mark]: count } };
}

/** Counts an available file under another mark. Throws ROOM_ARCHIVED, FILE_NOT_FOUND. */
export const recountFile = (room: LiveRoom, from: Mark, to: Mark): LiveRoom =>
  countFile(countFile(room, from, -1), to, 1);

const membershipIn = (room: RoomCore, joining: Joining): Membership => ({
  id: joining.id,
  roomId: room.id,
  userId: joining.userId,
  role: joining.role,
  epoch: joining.epoch,
  addedBy: joining.addedBy,
  createdAt: joining.at,
  ...(joining.expiresAt !== undefined && { expiresAt: joining.expiresAt }),
  roomLabel: room.label,
  roomCreatedAt: room.createdAt,
  roomUnitId: room.orgUnitId,
});

/** The room with this end of a user's membership in place of another one. Throws LIMIT_REACHED. */
function withEnd(room: LiveRoom, userId: UserId, at: Instant | undefined): LiveRoom {
  if (at === undefined && room.ends === undefined) return room;
  const { ends = [], ...rest } = room;
  const others = ends.filter((end) => end.userId !== userId);
  if (at === undefined) return others.length === 0 ? rest : { ...rest, ends: others };
  if (others.length >= MAX_ENDS)
    throw new DomainError('LIMIT_REACHED', {
      message: `At most ${MAX_ENDS} members of a room have a membership that ends.`,
    });
  return { ...rest, ends: [...others, { userId, at }] };
}

function assertEnd(end: Instant, { role, at }: Pick<Joining, 'role' | 'at'>): void {
  if (role === 'owner') throw wrongEnd(OWNERS_HAVE_NONE);
  if (end <= at) throw wrongEnd({ rule: 'future', message: 'must be in the future' });
}

const OWNERS_HAVE_NONE = { rule: 'owner', message: 'the membership of an owner has no end' };

const wrongEnd = (problem: Readonly<{ rule: string; message: string }>): DomainError =>
  new DomainError('VALIDATION_ERROR', { details: [{ field: 'expires_at', ...problem }] });

function assertMemberOf(room: LiveRoom, membership: Membership): void {
  if (membership.roomId !== room.id) throw new DomainError('MEMBER_NOT_FOUND');
}

function oneMemberLess(room: LiveRoom): number {
  if (room.memberCount < 1) throw new DomainError('MEMBER_NOT_FOUND');
  return room.memberCount - 1;
}

/** Owners may remove others, and members themselves, without being recorded. Each other user is recorded once in a role. */
function rememberedTaking(room: LiveRoom, userId: UserId, by: OwnerTaken | undefined): Pick<LiveRoom, 'ownersTakenBy'> {
  if (by === undefined || !room.owners.includes(userId) || room.owners.includes(by.userId)) return {};
  const others = (room.ownersTakenBy ?? []).filter(
    (taken) =>
      (taken.userId !== by.userId || taken.isOrgOwner !== by.isOrgOwner) && by.at < plus(taken.at, NO_ADOPTION),
  );
  return { ownersTakenBy: [...others, by] };
}

function withRoomOwner(room: LiveRoom, userId: UserId): readonly UserId[] {
  if (room.owners.includes(userId)) return room.owners;
  if (room.owners.length >= MAX_ROOM_OWNERS)
    throw new DomainError('LIMIT_REACHED', { message: `A room has at most ${MAX_ROOM_OWNERS} owners.` });
  return [...room.owners, userId];
}

function withoutRoomOwner(room: LiveRoom, userId: UserId): readonly UserId[] {
  const owners = room.owners.filter((id) => id !== userId);
  if (owners.length === 0) throw new DomainError('LAST_ROOM_OWNER');
  return owners;
}
