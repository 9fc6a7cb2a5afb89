import {
  type AvailableFile,
  type Classification,
  DomainError,
  decide,
  type File,
  type FileId,
  type Instant,
  isOver,
  isPresent,
  type LiveRoom,
  type Membership,
  type PendingFile,
  type Room,
  type RoomId,
  type Subject,
  subjectOf,
  type Target,
  type User,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { refTo } from '../store/collection.ts';
import { files } from '../store/files.ts';
import { membershipId, memberships, rooms } from '../store/rooms.ts';
import { users } from '../store/users.ts';
import type { SignedIn } from './context.ts';
import { Denied, permit } from './denied.ts';
import type { Snapshot } from './identity-map.ts';

type Rules = Readonly<{ classification: Classification; clock: Readonly<{ now(): Instant }> }>;

/** Who asks, on the present state of user and credential. */
export type Who = Readonly<{ user: User; subject: Subject; classification: Classification }>;

/** What round two reads to know who asks. */
export const whoRefs = (ctx: SignedIn): readonly Ref[] => [refTo(users, ctx.credential.userId)];

/** What round two reads to know who asks about which room. */
export const roomRefs = (ctx: SignedIn, roomId: RoomId): readonly Ref[] => [
  ...whoRefs(ctx),
  refTo(rooms, roomId),
  refTo(memberships, membershipId(roomId, ctx.credential.userId)),
];

export const fileRefs = (ctx: SignedIn, roomId: RoomId, fileId: FileId): readonly Ref[] => [
  ...roomRefs(ctx, roomId),
  refTo(files, fileId),
];

/** Throws TOKEN_INVALID or TOKEN_EXPIRED when the credential ended since round one. */
export function whoAsks(rules: Rules, uow: Snapshot, ctx: SignedIn): Who {
  const user = uow.find(users, ctx.credential.userId);
  const known: readonly Readonly<{ id: string; expiresAt: Instant | null }>[] =
    (ctx.credential.kind === 'token' ? user?.tokens : user?.sessions) ?? [];
  const credential = known.find((one) => one.id === ctx.credential.id);
  if (user === undefined || credential === undefined || user.status !== 'active')
    throw new DomainError('TOKEN_INVALID');
  if (isOver(credential, rules.clock.now())) throw new DomainError('TOKEN_EXPIRED');
  return {
    user,
    subject: subjectOf(rules.classification, user, ctx.credential.grant),
    classification: rules.classification,
  };
}

/** Who asks, and what was found of the room: not yet in sight. */
export type AtRoom = Who & Readonly<{ room: Room | undefined; membership: Membership | undefined }>;

export function atRoom(rules: Rules, uow: Snapshot, ctx: SignedIn, roomId: RoomId): AtRoom {
  return {
    ...whoAsks(rules, uow, ctx),
    room: uow.find(rooms, roomId),
    membership: uow.find(memberships, membershipId(roomId, ctx.credential.userId)),
  };
}

export type InRoom = Who & Readonly<{ room: LiveRoom; membership: Membership | undefined }>;

export const roomTarget = (roomId: RoomId, room: Room | undefined): Target => ({
  type: 'room',
  id: roomId,
  roomId: room?.id ?? null,
  label: room?.label ?? null,
});

/** The room, if the caller may see it. "Not there" and "not yours to see" leave here alike: ROOM_NOT_FOUND. */
export function roomInSight(rules: Rules, uow: Snapshot, ctx: SignedIn, roomId: RoomId): InRoom {
  const found = atRoom(rules, uow, ctx, roomId);
  const decision = decide('room.see', found);
  permit(decision, roomTarget(roomId, found.room));
  if (found.room === undefined || found.room.status === 'deleted')
    throw new Denied(decision, 'ROOM_NOT_FOUND', roomTarget(roomId, found.room));
  return { ...found, room: found.room };
}

export type InFile = InRoom & Readonly<{ file: PendingFile | AvailableFile }>;

/**
 * A file as the audit log names it. What is left of a deleted one carries no label, so its room is not named either: who
 * may read what has no label must not learn of a room above his clearance.
 */
export const fileTarget = (fileId: string, file: File | undefined): Target =>
  isPresent(file)
    ? { type: 'file', id: fileId, roomId: file.roomId, label: file.effectiveLabel }
    : { type: 'file', id: fileId, roomId: null, label: null };

/** The file, if the caller may see it; otherwise FILE_NOT_FOUND, whatever the reason. */
export function fileInSight(rules: Rules, uow: Snapshot, ctx: SignedIn, roomId: RoomId, fileId: FileId): InFile {
  const found = { ...atRoom(rules, uow, ctx, roomId), file: uow.find(files, fileId) };
  const target = fileTarget(fileId, found.file);
  const decision = decide('file.see', found);
  permit(decision, target);
  const { room, file } = found;
  if (room === undefined || room.status === 'deleted' || file === undefined || file.status === 'deleted')
    throw new Denied(decision, 'FILE_NOT_FOUND', target);
  return { ...found, room, file };
}
