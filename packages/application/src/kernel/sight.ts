import {
  DomainError,
  type FileId,
  type Instant,
  isOver,
  type LabelRules,
  type Membership,
  type Room,
  type RoomId,
  type Subject,
  subjectOf,
  type User,
} from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { refTo } from '../store/collection.ts';
import { files } from '../store/files.ts';
import { membershipId, memberships, rooms } from '../store/rooms.ts';
import { users } from '../store/users.ts';
import type { SignedIn } from './context.ts';
import type { Snapshot } from './identity-map.ts';

type Rules = Readonly<{ labelRules: LabelRules; clock: Readonly<{ now(): Instant }> }>;

/** The caller, from the present state of user and credential. */
export type CurrentCaller = Readonly<{ user: User; subject: Subject; labelRules: LabelRules }>;

/** The caller without the limits of their credential, for decisions on what an answer shows. */
export const withoutScopes = <W extends CurrentCaller>(who: W): W => ({
  ...who,
  subject: { ...who.subject, grant: null },
});

/** Documents that round two reads about the caller. */
export const whoRefs = (ctx: SignedIn): readonly Ref[] => [refTo(users, ctx.credential.userId)];

/** Documents that round two reads about the caller and a room. */
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
export function whoAsks(rules: Rules, uow: Snapshot, ctx: SignedIn): CurrentCaller {
  const user = uow.find(users, ctx.credential.userId);
  const known: readonly Readonly<{ id: string; expiresAt: Instant | null }>[] =
    (ctx.credential.kind === 'token' ? user?.tokens : user?.sessions) ?? [];
  const credential = known.find((one) => one.id === ctx.credential.id);
  if (user === undefined || credential === undefined || user.status !== 'active')
    throw new DomainError('TOKEN_INVALID');
  const now = rules.clock.now();
  if (isOver(credential, now)) throw new DomainError('TOKEN_EXPIRED');
  return {
    user,
    subject: subjectOf(rules.labelRules, user, ctx.credential.grant, now),
    labelRules: rules.labelRules,
  };
}

/** The caller and the room, whether or not the caller sees it. */
export type AtRoom = CurrentCaller & Readonly<{ room: Room | undefined; membership: Membership | undefined }>;

export function atRoom(rules: Rules, uow: Snapshot, ctx: SignedIn, roomId: RoomId): AtRoom {
  return {
    ...whoAsks(rules, uow, ctx),
    room: uow.find(rooms, roomId),
    membership: uow.find(memberships, membershipId(roomId, ctx.credential.userId)),
  };
}
