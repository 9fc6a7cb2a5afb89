/** Acts on a user of the organisation. */
import {
  acceptInvitation,
  changeRole,
  dropMember,
  inviteUser,
  keepsPerson,
  markExternal,
  newUser,
  type PasswordHash,
  type PersonName,
  reactivate,
  revokeInvitation,
  setClearance,
  type User,
  unlinkKeyPerson,
} from '../../src/index.ts';
import * as an from '../examples.ts';
import type { Act } from './acts.ts';
import { factsFor, may } from './facts-in.ts';
import { parts } from './parts.ts';
import { idOf, NAMES, type Name, place, ROOMS, type State } from './state.ts';

/** The secret of every invitation, as a hash. */
export const INVITATION = an.hash(4000);
export const NAME = 'name' as PersonName;
const FIXED = { password: 'password' as PasswordHash, name: NAME };

export const withUser = (state: State, name: Name, user: User): State => ({
  ...state,
  users: { ...state.users, [name]: user },
});

export const invited = (user: User, at: State['now']): User =>
  inviteUser(user, { id: an.invitationId(1), hash: INVITATION, at });

export function accepted(state: State, by: Name): State | undefined {
  const user = state.users[by];
  if (user === undefined) return undefined;
  const latest = { ...user, invitations: user.invitations.slice(-1) };
  const { name, password } = FIXED;
  return withUser(state, by, acceptInvitation(latest, INVITATION, { name, password, at: state.now }));
}

export function onUser(state: State, act: Act): State | undefined {
  if (!('on' in act)) return undefined;
  const { by, on } = act;
  const facts = factsFor(state, by, on);
  const user = state.users[on];
  const put = (next: User) => (next === user ? undefined : withUser(state, on, next));
  if (act.does === 'invite') {
    if (!may('user.invite', { ...facts, role: act.role, external: act.external })) return undefined;
    const { role, external } = act;
    const fresh = newUser({ id: idOf(on), email: `${on}@example.com` as never, role, external, at: state.now });
    // As in the operation: they cease to be external before the role changes, and become it afterwards.
    const freed = user && (external ? user : markExternal(user, false));
    const base = freed ? markExternal(freed.role === role ? freed : changeRole(freed, role), external) : fresh;
    return put(invited(base, state.now));
  }
  if (user === undefined) return undefined;
  switch (act.does) {
    case 'uninvite':
      return may('user.uninvite', facts) ? uninvited(state, by, on, revokeInvitation(user, state.now).user) : undefined;
    case 'deactivate':
      if (!may('user.deactivate', facts)) return undefined;
      return parts.leavesAtOnce
        ? gone(withUser(state, on, parts.deactivate(user)), by, on)
        : put(parts.deactivate(user));
    case 'reactivate':
      return may('user.reactivate', facts) ? put(reactivate(user)) : undefined;
    case 'send link':
      return may('user.activation_link', facts) ? put(invited(user, state.now)) : undefined;
    case 'give role':
      return may('user.role', { ...facts, role: act.role }) ? put(changeRole(user, act.role)) : undefined;
    case 'mark':
      return may('user.edit', { ...facts, sent: { name: false, external: act.external } })
        ? put(markExternal(user, act.external))
        : undefined;
    case 'clear':
      return may('user.clearance', { ...facts, clearance: act.label })
        ? put(setClearance(user, act.label === '' ? null : act.label))
        : undefined;
    case 'unlink keys':
      return may('user.key_person.unlink', facts) ? put(unlinkKeyPerson(user)) : undefined;
    case 'add':
    case 'accept as person':
    case 'invite to room':
    case 'link keys':
    case 'link person':
    case 'put in unit':
    case 'remove':
    case 'unlink person':
      break;
  }
  return undefined;
}

/** A user who never accepted is removed, with their memberships. */
function uninvited(state: State, by: Name, on: Name, user: User): State {
  if (!parts.uninviteRemoves) return withUser(state, on, user);
  const { [on]: _, ...users } = state.users;
  return { ...gone(state, by, on), users, inUnit: state.inUnit.filter((name) => name !== on) };
}

/** The state without the memberships of a user. */
function gone(state: State, by: Name, on: Name): State {
  const taker = state.users[by];
  const at = { userId: idOf(by), at: state.now, ...(taker?.role === 'owner' && { isOrgOwner: true as const }) };
  const { rooms, members } = { rooms: { ...state.rooms }, members: { ...state.members } };
  for (const room of ROOMS)
    if (members[place(room, on)] !== undefined) {
      rooms[room] = dropMember(rooms[room], idOf(on), at);
      delete members[place(room, on)];
    }
  return { ...state, rooms, members };
}

/** The person of `by` at the key service, linked with a session of `on`. */
export function linked(state: State, by: Name, on: Name): State | undefined {
  const user = state.users[on];
  if (user?.status !== 'active') return undefined;
  const person = { iss: 'https://keys.example', id: by };
  const isFree = NAMES.every((name) => name === on || state.users[name]?.keyPerson?.id !== by);
  const ofLink = { keyLinkIsValid: isFree, keepsKeyPerson: keepsPerson(user, person, undefined) };
  if (!may('key_person.link', { ...factsFor(state, on, undefined), ...ofLink })) return undefined;
  const next = parts.linkKeyPerson(user, person);
  return next === user ? undefined : withUser(state, on, next);
}
