/** Everything that people do to rights, one act at a time. */
import type { Label, OrgRole, RoomRole } from '../../src/index.ts';
import * as an from '../examples.ts';
import { NAMES, type Name, ROOMS, type RoomName, type State } from './state.ts';

export type Act = Readonly<
  | { does: 'invite'; by: Name; on: Name; role: OrgRole; external: boolean }
  | { does: 'uninvite' | 'deactivate' | 'reactivate' | 'send link' | 'unlink keys' | 'put in unit'; by: Name; on: Name }
  | { does: 'give role'; by: Name; on: Name; role: OrgRole }
  | { does: 'mark'; by: Name; on: Name; external: boolean }
  | { does: 'clear'; by: Name; on: Name; label: Label | '' }
  | { does: 'accept' | 'reset password'; by: Name }
  | { does: 'invite to room'; by: Name; on: Name; room: RoomName; as: RoomRole }
  | { does: 'add'; by: Name; on: Name; room: RoomName; as: RoomRole }
  | { does: 'remove'; by: Name; on: Name; room: RoomName }
  | { does: 'relabel'; by: Name; label: Label }
  | { does: 'share' | 'revoke share'; by: Name }
  /** `by` links their own person to `on`, whose session they have. */
  | { does: 'link keys'; by: Name; on: Name }
  /** `by` links their own person of the identity provider to `on`, whose session or activation link they have. */
  | { does: 'link person' | 'accept as person'; by: Name; on: Name }
  | { does: 'unlink person'; by: Name; on: Name }
  | { does: 'wait for 40 hours' }
>;

/** An act in words. */
export const inWords = (act: Act): string => {
  const { does, ...rest } = act;
  return [does, ...Object.entries(rest).map(([word, value]) => `${word} ${String(value)}`)].join(', ');
};

const label = (text: string): Label => an.aRoom({ label: text as Label }).label;
const [LOW, HIGH] = [label('C1'), label('C4')];
/** Roles that differ in what they may do. */
const ROLES: readonly OrgRole[] = ['owner', 'domain_admin', 'security_officer', 'department_admin', 'member'];

export type Cast = Readonly<{
  /** People who act together, by whatever acts they can. */
  colluders: readonly Name[];
  /** People who act as their work demands: they give rights, take them back, and mean what they do. */
  honest: readonly ('O' | 'V')[];
  /** Without acts on people of the identity provider: they give no right over a file, and treble the states. */
  withoutPersons?: boolean;
  /** A colluder who has the password of a user, and so makes sessions of them. */
  phished?: Readonly<{ thief: Name; victim: Name }> | undefined;
}>;

/** Acts of a cast in a state, without those that nothing in the state could be the subject of. */
export function* actsIn(state: State, { colluders, honest, withoutPersons = false, phished }: Cast): Generator<Act> {
  if (honest.includes('O')) yield* byOrgOwner(state, colluders);
  if (honest.includes('V')) yield* byRoomOwner(state, colluders);
  for (const by of colluders) {
    if (state.users[by]?.status === 'invited') yield { does: 'accept', by };
    if (state.users[by]?.status !== 'active') continue;
    yield { does: 'share', by };
    if (state.link !== undefined) yield { does: 'revoke share', by };
    for (const to of [LOW, HIGH]) yield { does: 'relabel', by, label: to };
    for (const on of NAMES) if (on !== 'O') yield* actsOn(state, by, on);
    if (!withoutPersons && by !== 'X') yield* onPersonOfX(state, by);
  }
  if (phished !== undefined) {
    const { thief, victim } = phished;
    yield { does: 'link keys', by: thief, on: victim };
    yield { does: 'link keys', by: victim, on: victim };
    yield { does: 'unlink keys', by: victim, on: victim };
    yield { does: 'link person', by: thief, on: victim };
  }
  yield { does: 'wait for 40 hours' };
}

function* byOrgOwner(state: State, colluders: readonly Name[]): Generator<Act> {
  const by = 'O';
  if (state.users.X === undefined || state.users.X.status === 'invited')
    for (const role of ROLES) yield { does: 'invite', by, on: 'X', role, external: false };
  for (const on of [...colluders, 'V'] as const) {
    const user = state.users[on];
    if (user === undefined) continue;
    if (user.status === 'invited') yield { does: 'uninvite', by, on };
    yield { does: user.status === 'deactivated' ? 'reactivate' : 'deactivate', by, on };
    if (user.status === 'invited') yield { does: 'send link', by, on };
    if (on !== 'V') yield { does: 'clear', by, on, label: LOW };
    if ((user.keyPerson ?? null) !== null) yield { does: 'unlink keys', by, on };
    if (user.identity !== undefined) yield { does: 'unlink person', by, on };
  }
}

function* byRoomOwner(state: State, colluders: readonly Name[]): Generator<Act> {
  if (state.users.V?.status !== 'active') return;
  for (const on of colluders) {
    if (state.members[`R${on}`] !== undefined) yield { does: 'remove', by: 'V', on, room: 'R' };
    for (const as of ['viewer', 'contributor', 'owner'] as const) yield { does: 'add', by: 'V', on, room: 'R', as };
  }
}

function* actsOn(state: State, by: Name, on: Name): Generator<Act> {
  const user = state.users[on];
  if (user === undefined || user.status === 'invited') {
    for (const role of ROLES) yield { does: 'invite', by, on, role, external: false };
    yield { does: 'invite', by, on, role: 'member', external: true };
  }
  yield { does: 'invite to room', by, on, room: 'R', as: 'viewer' };
  yield { does: 'invite to room', by, on, room: 'Q', as: 'owner' };
  if (user === undefined) return;
  for (const as of ['viewer', 'owner'] as const) yield { does: 'add', by, on, room: 'R', as };
  for (const room of ROOMS) if (state.members[`${room}${on}`] !== undefined) yield { does: 'remove', by, on, room };
  yield { does: user.status === 'deactivated' ? 'reactivate' : 'deactivate', by, on };
  if (user.status === 'invited') yield { does: 'uninvite', by, on };
  if (user.status === 'invited') yield { does: 'send link', by, on };
  else yield { does: 'reset password', by: on };
  for (const role of ROLES) if (role !== user.role) yield { does: 'give role', by, on, role };
  yield { does: 'mark', by, on, external: !(user.external ?? false) };
  for (const to of ['', LOW, HIGH] as const) yield { does: 'clear', by, on, label: to };
  if ((user.keyPerson ?? null) !== null) yield { does: 'unlink keys', by, on };
  if (user.identity !== undefined) yield { does: 'unlink person', by, on };
  if (!state.inUnit.includes(on)) yield { does: 'put in unit', by, on };
}

/** The colluders read the mail of X, and have a session once X is active. */
function* onPersonOfX({ users: { X } }: State, by: Name): Generator<Act> {
  if (X?.status === 'active') yield { does: 'link person', by, on: 'X' };
  if (X?.invitations.at(-1)?.status === 'pending') yield { does: 'accept as person', by, on: 'X' };
}
