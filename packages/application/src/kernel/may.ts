import {
  type Ability,
  type AbilityFacts,
  abilities,
  decideForSome,
  exists,
  type Folder,
  type Membership,
  type RoomId,
  type ShareLink,
  type UnitMemberFacts,
  type User,
  type UserId,
} from '@strongroom/domain';
import type { UserSeen } from './answers.ts';
import type { AtUnit } from './at-unit.ts';
import { authorOf } from './audit-entry.ts';
import type { SignedIn } from './context.ts';
import type { Deps } from './deps.ts';
import type { AtFile } from './in-file.ts';
import type { AtUser } from './on-user.ts';
import type { OperationDeps } from './operation-on.ts';
import { type AtRoom, atRoom, roomRefs } from './sight.ts';
import { usersByStatus } from './users-by-status.ts';
import type { AtLiveRoom } from './views.ts';

export type RoomMayDeps = Pick<Deps, 'documents' | 'clock' | 'roomInvitations' | 'externalOwners'>;

/** The actions on a room that are allowed to the caller. Reads its owners if the answer depends on whether they are active. */
export async function roomMay(deps: RoomMayDeps, at: AtRoom): Promise<readonly Ability<'room'>[]> {
  const [may = []] = await roomsMay(deps, [at]);
  return may;
}

/** The actions of the caller on each room of a page. */
export async function roomsMay(
  deps: RoomMayDeps,
  places: readonly AtRoom[],
): Promise<readonly (readonly Ability<'room'>[])[]> {
  const facts = places.map((at) => factsOfRoom(deps, at));
  const open = facts.filter(dependsOnOwners);
  const invited =
    open.length === 0
      ? NOBODY
      : await usersByStatus(deps, new Set(open.flatMap(({ room }) => ownersOf(room))), 'invited');
  return facts.map((at) =>
    abilities('room', dependsOnOwners(at) ? { ...at, room: withOwners(at.room, (id) => !invited.has(id)) } : at),
  );
}

/** A room as it is now, for the answer to a repeated request, which read other documents. */
export const roomNow = (deps: OperationDeps, ctx: SignedIn, roomId: RoomId): Promise<AtRoom> =>
  deps.runner.run({
    author: authorOf(ctx),
    refs: roomRefs(ctx, roomId),
    apply: (uow) => atRoom(deps, uow, ctx, roomId),
  });

export const fileMay = ({ clock }: Pick<Deps, 'clock'>, at: AtFile): readonly Ability<'file'>[] =>
  abilities('file', factsOfFile({ clock }, at));

export const factsOfFile = ({ clock }: Pick<Deps, 'clock'>, at: AtFile): AbilityFacts['file'] => ({
  ...at,
  self: at.user,
  now: clock.now(),
});

/** Actions of the caller on a folder, or at the top of a room. */
export const folderMay = (at: AtLiveRoom & Readonly<{ folder: Folder }>): readonly Ability<'folder'>[] =>
  abilities('folder', { ...at, self: at.user });

export const shareMay = (
  { clock }: Pick<Deps, 'clock'>,
  at: AtFile & Readonly<{ link: ShareLink }>,
): readonly Ability<'share'>[] =>
  abilities('share', { ...at, self: at.user, creator: undefined, creatorMembership: undefined, now: clock.now() });

/** `at`: the room, the caller's membership of it, and the membership and user in question. */
export const factsOfMember = (
  { clock, externalOwners = 'off' }: Pick<Deps, 'clock' | 'externalOwners'>,
  at: AtRoom & Readonly<{ member: Membership; target: User | undefined }>,
): AbilityFacts['member'] => {
  const { room, membership: mine, member: theirs } = at;
  return { ...at, common: mine ? [{ room, mine, theirs }] : [], externalOwners, now: clock.now() };
};

export const memberMay = (...about: Parameters<typeof factsOfMember>): readonly Ability<'member'>[] =>
  abilities('member', factsOfMember(...about));

export const unitMay = (at: AtUnit & UnitMemberFacts): readonly Ability<'org_unit'>[] =>
  abilities('org_unit', { ...at, self: at.user });

export const userMay = (at: AtUser): readonly Ability<'user'>[] => abilities('user', at);

/** Adds to the answer of an operation on a user what the caller may do with that user now. */
export const withUserMay = <T extends UserSeen>(answer: T, present: () => AtUser): T => ({
  ...answer,
  may: userMay(present()),
});

export const factsOfRoom = (
  { clock, roomInvitations = 'owners', externalOwners = 'off' }: RoomMayDeps,
  at: AtRoom,
): AbilityFacts['room'] => ({
  ...at,
  self: at.user,
  invitations: roomInvitations,
  externalOwners,
  now: clock.now(),
});

const NOBODY: ReadonlySet<UserId> = new Set();

type RoomInFacts = AbilityFacts['room']['room'];

const ownersOf = (room: RoomInFacts): readonly UserId[] => (exists(room) ? room.owners : []);

const withOwners = (room: RoomInFacts, isOwner: (id: UserId) => boolean): RoomInFacts =>
  exists(room) ? { ...room, owners: room.owners.filter(isOwner) } : room;

/** Whether the caller could adopt the room if none of its owners were active. An owner who is only invited is not. */
const dependsOnOwners = (facts: AbilityFacts['room']): boolean => {
  const owners = ownersOf(facts.room);
  if (owners.length === 0 || owners.includes(facts.self.id)) return false;
  const orphaned = { ...facts, room: withOwners(facts.room, () => false) };
  return decideForSome('room', 'room.members.add', orphaned).effect === 'allow';
};
