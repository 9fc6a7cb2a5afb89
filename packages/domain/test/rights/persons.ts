/** Acts on the link between a user and their person of the identity provider. */
import { type Identity, unlinkIdentity } from '../../src/index.ts';
import type { Act } from './acts.ts';
import { factsFor, may } from './facts-in.ts';
import { INVITATION, NAME } from './on-user.ts';
import { parts } from './parts.ts';
import { NAMES, type Name, type State } from './state.ts';

export const personOf = (name: Name): Identity => ({ iss: 'https://id.example', subject: name, sub: name });

export function onPerson(
  state: State,
  act: Extract<Act, { does: 'link person' | 'unlink person' | 'accept as person' }>,
): State | undefined {
  const { by, on } = act;
  const user = state.users[on];
  if (user === undefined) return undefined;
  if (act.does === 'unlink person') {
    // With a session of one's own, or as an administrator.
    const isAllowed =
      by === on
        ? may('identity.unlink', { ...factsFor(state, on, undefined), keepsWayIn: user.password !== null })
        : may('user.identity.unlink', factsFor(state, by, on));
    const next = unlinkIdentity(user);
    return isAllowed && next !== user ? { ...state, users: { ...state.users, [on]: next } } : undefined;
  }
  // A person signs in as one user.
  if (NAMES.some((name) => name !== on && state.users[name]?.identity?.subject === by)) return undefined;
  if (act.does === 'link person') {
    if (!may('identity.link', factsFor(state, on, undefined))) return undefined;
    const next = parts.linkIdentity(user, personOf(by));
    return next === user ? undefined : { ...state, users: { ...state.users, [on]: next } };
  }
  const latest = { ...user, invitations: user.invitations.slice(-1) };
  const as = { name: NAME, password: null, identity: personOf(by), at: state.now };
  return { ...state, users: { ...state.users, [on]: parts.acceptInvitation(latest, INVITATION, as) } };
}
