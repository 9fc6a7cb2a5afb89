/**
 * Applies an act with the policy table and the transitions of the model, as the operations of the application do. Limits of mails
 * and of time between them are left out: they delay an act and forbid none.
 */
import { DomainError, HOUR, mayResetPassword, plus } from '../../src/index.ts';
import type { Act } from './acts.ts';
import { factsFor, may } from './facts-in.ts';
import { inRoom } from './in-room.ts';
import { onFile } from './on-file.ts';
import { accepted, invited, linked, onUser, withUser } from './on-user.ts';
import { onPerson } from './persons.ts';
import { type State } from './state.ts';

/** The state after an act; undefined where it is refused or changes nothing. */
export function applied(state: State, act: Act): State | undefined {
  try {
    return changed(state, act);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function changed(state: State, act: Act): State | undefined {
  if (act.does === 'wait for 40 hours') return { ...state, now: plus(state.now, 40 * HOUR) };
  if (act.does === 'accept') return accepted(state, act.by);
  if (act.does === 'reset password') {
    const user = state.users[act.by];
    return user && mayResetPassword(user) ? withUser(state, act.by, invited(user, state.now)) : undefined;
  }
  if (act.does === 'share' || act.does === 'revoke share' || act.does === 'relabel') return onFile(state, act);
  if (act.does === 'link keys') return linked(state, act.by, act.on);
  if (act.does === 'link person' || act.does === 'unlink person' || act.does === 'accept as person')
    return onPerson(state, act);
  if (act.does === 'add' || act.does === 'remove' || act.does === 'invite to room') return inRoom(state, act);
  if (act.does === 'put in unit')
    return may('org_unit.members', factsFor(state, act.by, act.on))
      ? { ...state, inUnit: [...state.inUnit, act.on].toSorted() }
      : undefined;
  return onUser(state, act);
}
