/** A small organisation, as the search for chains of acts changes it. Everything that a right depends on is in here. */
import {
  type AvailableFile,
  effectiveClearance,
  hasOpenInvitation,
  type Instant,
  isLive,
  type Label,
  type LiveRoom,
  lostOwnerLately,
  type Membership,
  type OrgRole,
  type RoomRole,
  type ShareLink,
  type User,
} from '../../src/index.ts';
import * as an from '../examples.ts';

/** `O` owns the organisation, `V` the room `R` with the file; `A` and `B` act together and read the mail of `X`. */
export const NAMES = ['O', 'V', 'A', 'B', 'X'] as const;
export type Name = (typeof NAMES)[number];
/** `R` holds the file; `Q` is another room. */
export const ROOMS = ['R', 'Q'] as const;
export type RoomName = (typeof ROOMS)[number];
export type Place = `${RoomName}${Name}`;

/**
 * Rights that users with the right to give them meant for a person and did not take back: what the search compares the state with.
 * It is kept by `meaning.ts` and never read by an act.
 */
export type Meant = Readonly<{
  roles: Readonly<Partial<Record<Name, Readonly<{ role: OrgRole; until: Instant | null }>>>>;
  members: Readonly<Partial<Record<Place, RoomRole>>>;
  /** Clearances below the default, by users who set clearances. They hold for the address. */
  lowered: Readonly<Partial<Record<Name, Label>>>;
  /** Persons of the key service. */
  keys: Readonly<Partial<Record<Name, Name>>>;
  /** Persons of the identity provider, who sign in as a user. */
  persons: Readonly<Partial<Record<Name, Name>>>;
  /** Whether an owner of `R` was taken by a user who is neither an owner of the organisation nor of the room. */
  taken: boolean;
  /** The lowest label that owners of `R` gave the file. */
  label: Label;
}>;

export type State = Readonly<{
  now: Instant;
  /** Absent: the address has no user. */
  users: Readonly<Partial<Record<Name, User>>>;
  rooms: Readonly<Record<RoomName, LiveRoom>>;
  members: Readonly<Partial<Record<Place, Membership>>>;
  file: AvailableFile;
  link: ShareLink | undefined;
  /** Persons who are department admins of the unit below the root. */
  inUnit: readonly Name[];
  meant: Meant;
}>;

export const LABELS = an.labelRules;
export const idOf = (name: Name) => an.userId(NAMES.indexOf(name) + 1);
export const nameOf = (id: string): Name | undefined => NAMES.find((name) => idOf(name) === id);
export const roomId = (room: RoomName) => an.roomId(ROOMS.indexOf(room) + 1);
export const place = (room: RoomName, name: Name): Place => `${room}${name}`;
const personOf = (user: User | undefined): string => user?.identity?.subject ?? '';
const keyOwner = (user: User | undefined): string => user?.keyPerson?.id ?? '';

/** The room role of a person that counts. */
export function roleIn(state: State, room: RoomName, name: Name): RoomRole | undefined {
  const user = state.users[name];
  const membership = state.members[place(room, name)];
  return user !== undefined && isLive(membership, user, state.now) ? membership.role : undefined;
}

/** Distinguishes states: two states of one key allow the same acts with the same outcome. */
export function keyOf(state: State): string {
  const { meant } = state;
  const people = NAMES.map((name) => {
    const user = state.users[name];
    if (user === undefined) return meant.lowered[name] ?? '';
    // An active user's link renews a password and no right, but the readers of the mail of X may link a person by it.
    const recovers = name === 'X' && user.status === 'active' && hasOpenInvitation(user, state.now);
    const open = recovers
      ? 'r'
      : user.status === 'invited'
        ? Math.max(0, (user.invitations.at(-1)?.expiresAt ?? 0) - state.now)
        : '';
    const isRevoked = user.status === 'invited' && !hasOpenInvitation(user, state.now);
    const until = meant.roles[name]?.until ?? null;
    return [
      user.role[0] === 'd' ? user.role.slice(0, 3) : user.role[0],
      user.external ? 'x' : '',
      user.clearance,
      user.status[0],
      isRevoked ? '' : open,
      keyOwner(user),
      personOf(user),
      user.password === null ? 'n' : '',
      roleIn(state, 'R', name),
      roleIn(state, 'Q', name),
      state.inUnit.includes(name) ? 'u' : '',
      meant.roles[name]?.role,
      until === null ? '' : until - state.now,
      meant.members[place('R', name)],
      meant.members[place('Q', name)],
      meant.lowered[name],
      meant.keys[name],
      meant.persons[name],
    ].join();
  });
  const rooms = ROOMS.map((room) => `${lostOwnerLately(state.rooms[room], state.now)}`);
  const { file, link } = state;
  const creator = link && nameOf(link.createdBy);
  const linked = link && [creator, link.label, link.revokedAt === null, isOfPresent(state, link)].join();
  return [...people, ...rooms, file.label, linked, meant.taken, meant.label].join(';');
}

const isOfPresent = ({ users, members }: State, link: ShareLink): boolean => {
  const creator = nameOf(link.createdBy);
  return (
    creator !== undefined &&
    users[creator]?.epoch === link.creatorEpoch &&
    members[place('R', creator)]?.id === link.creatorMembershipId
  );
};

export const clearanceOf = (user: User | undefined): Label | '' =>
  user === undefined ? '' : effectiveClearance(LABELS, user);
