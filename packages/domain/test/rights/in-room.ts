/** Acts on members of a room. */
import {
  addMember,
  changeMemberRole,
  dropMember,
  newUser,
  type RoomRole,
  removeMember,
  type User,
} from '../../src/index.ts';
import * as an from '../examples.ts';
import type { Act } from './acts.ts';
import { factsFor, may } from './facts-in.ts';
import { invited, withUser } from './on-user.ts';
import { parts } from './parts.ts';
import { idOf, NAMES, type Name, type Place, place, type RoomName, roleIn, type State } from './state.ts';

let drawn = 0;
/** Ids of memberships differ, and nothing reads what they are. */
const freshId = () => an.membershipId(++drawn % 1_000_000);

export function inRoom(
  state: State,
  act: Extract<Act, { does: 'add' | 'remove' | 'invite to room' }>,
): State | undefined {
  const { by, on, room } = act;
  const facts = factsFor(state, by, on, room);
  const member = state.members[place(room, on)];
  const user = state.users[on];
  if (act.does === 'remove') {
    if (user === undefined || member === undefined) return undefined;
    if (!may('room.members.remove', { ...facts, memberId: idOf(on), member })) return undefined;
    const at = {
      userId: idOf(by),
      at: state.now,
      ...(state.users[by]?.role === 'owner' && { isOrgOwner: true as const }),
    };
    const { [place(room, on)]: _, ...members } = state.members;
    return { ...state, members, rooms: { ...state.rooms, [room]: removeMember(state.rooms[room], member, at) } };
  }
  const from = roleIn(state, room, on) ?? null;
  if (act.does === 'add') {
    // Invited owners do not count.
    const owners = state.rooms[room].owners.filter((id) =>
      NAMES.every((name) => idOf(name) !== id || state.users[name]?.status !== 'invited'),
    );
    if (!may('room.members.add', { ...facts, from, to: act.as, room: { ...state.rooms[room], owners } }))
      return undefined;
    return user && joined(state, room, on, act.as, user);
  }
  if (!may('room.invite', { ...facts, from, to: act.as }) || user?.status === 'deactivated') return undefined;
  const known =
    user ??
    newUser({ id: idOf(on), email: `${on}@example.com` as never, role: 'member', external: true, at: state.now });
  const maker = state.users[by];
  const present = maker !== undefined && parts.renews(maker, known) ? invited(known, state.now) : known;
  const next = joined(state, room, on, act.as, present) ?? state;
  return present === user && next === state ? undefined : withUser(next, on, present);
}

function joined(state: State, room: RoomName, on: Name, role: RoomRole, user: User): State | undefined {
  const key: Place = place(room, on);
  const stored = state.members[key];
  const from = roleIn(state, room, on);
  if (from === role) return undefined;
  const before = state.rooms[room];
  const { room: next, membership } =
    stored !== undefined && from !== undefined
      ? changeMemberRole(before, stored, role)
      : addMember(stored ? dropMember(before, idOf(on)) : before, {
          id: freshId(),
          userId: idOf(on),
          epoch: user.epoch,
          role,
          addedBy: idOf('O'),
          at: state.now,
        });
  return { ...state, rooms: { ...state.rooms, [room]: next }, members: { ...state.members, [key]: membership } };
}
