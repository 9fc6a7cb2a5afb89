/** States that the search starts from. */
import {
  type Instant,
  type Label,
  type LiveRoom,
  type Membership,
  type OrgRole,
  type PasswordHash,
  type RoomRole,
  type User,
} from '../../src/index.ts';
import * as an from '../examples.ts';
import { personOf } from './persons.ts';
import { idOf, type Meant, type Name, place, roomId, type State } from './state.ts';

/** The organisation role of a colluder, or a member who belongs to another organisation. */
export const KINDS = ['domain_admin', 'security_officer', 'department_admin', 'auditor', 'member', 'external'] as const;
export type Kind = (typeof KINDS)[number];

type Start = Readonly<{
  A: Kind;
  B?: Kind | undefined;
  /** Clearance override of `A`. */
  clearance?: Label | undefined;
  /** `A` in the room with the file. */
  inR?: RoomRole | undefined;
  /** The user with the address of the colluders. Absent: none. */
  X?: Readonly<{ role: OrgRole; status: 'invited' | 'active' | 'deactivated'; clearance?: Label }> | undefined;
  /** A user whose password a colluder has. */
  phished?: 'V' | 'B' | undefined;
  /** Whether a user who is not an owner of the organisation has just taken the owner of `R`. */
  isTaken?: boolean | undefined;
}>;

const person = (name: Name, role: OrgRole, with_: Partial<User> = {}): User =>
  an.aUser({ id: idOf(name), email: `${name}@example.com` as never, role, ...with_ });

const ofKind = (name: Name, kind: Kind, clearance: Label | null): User =>
  kind === 'external' ? person(name, 'member', { external: true, clearance }) : person(name, kind, { clearance });

/** A user who is linked to their person of the key service and of the identity provider. */
function linkedToPersons(name: Name, user: User | undefined): User {
  if (user === undefined) throw new Error(`${name} is no user`);
  return { ...user, keyPerson: { iss: 'https://keys.example', id: name }, identity: personOf(name) };
}

const roomOf = (room: 'R' | 'Q', owners: readonly Name[], label: string): LiveRoom =>
  an.aRoom({ id: roomId(room), label: label as Label, owners: owners.map(idOf), memberCount: 9 });

const membership = (n: number, room: 'R' | 'Q', name: Name, role: RoomRole): Membership =>
  an.aMembership({ id: an.membershipId(2_000_000 + n), roomId: roomId(room), userId: idOf(name), role });

/** An owner `O`, a room `R` of `V` with the file, and a room `Q` of `A`, who may have come to it as an outside owner. */
export function startOf({ A, B, clearance, inR, X, phished = 'V', isTaken = false }: Start): State {
  const made: Partial<Record<Name, User>> = {
    O: person('O', 'owner'),
    V: person('V', 'member'),
    A: ofKind('A', A, clearance ?? null),
    ...(B && { B: ofKind('B', B, null) }),
    ...(X && {
      X: person('X', X.role, {
        status: X.status,
        clearance: X.clearance ?? null,
        activatedAt: X.status === 'invited' ? null : an.NOW,
        password: X.status === 'active' ? ('password' as PasswordHash) : null,
      }),
    }),
  };
  const users = { ...made, [phished]: linkedToPersons(phished, made[phished]) };
  const meant: Meant = {
    roles: Object.fromEntries(
      Object.entries(users).flatMap(([name, user]) =>
        user.status === 'active' ? [[name, { role: user.role, until: null }]] : [],
      ),
    ),
    members: {
      ...(!isTaken && { [place('R', 'V')]: 'owner' }),
      [place('Q', 'A')]: 'owner',
      ...(inR && { [place('R', 'A')]: inR }),
    },
    lowered: { ...(clearance === 'C1' && { A: clearance }), ...(X?.clearance === 'C1' && { X: X.clearance }) },
    keys: { [phished]: phished },
    persons: { [phished]: phished },
    taken: isTaken,
    label: 'C2' as Label,
  };
  const taken = { ownersTakenBy: [{ userId: idOf('A'), at: (an.NOW - 1) as Instant }] };
  return {
    now: an.NOW,
    users,
    rooms: { R: { ...roomOf('R', isTaken ? [] : ['V'], 'C1'), ...(isTaken && taken) }, Q: roomOf('Q', ['A'], 'C1') },
    members: {
      ...(!isTaken && { [place('R', 'V')]: membership(1, 'R', 'V', 'owner') }),
      [place('Q', 'A')]: membership(2, 'Q', 'A', 'owner'),
      ...(inR && { [place('R', 'A')]: membership(3, 'R', 'A', inR) }),
    },
    file: an.anAvailableFile({
      id: an.fileId(1),
      roomId: roomId('R'),
      label: 'C2' as Label,
      effectiveLabel: 'C2' as Label,
      uploadedBy: idOf('V'),
    }),
    link: undefined,
    inUnit: [],
    meant,
  };
}
