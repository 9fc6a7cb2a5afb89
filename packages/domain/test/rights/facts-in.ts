/** Decisions of the policy table about people in a state. */
import { type Action, decide, subjectOf } from '../../src/index.ts';
import * as an from '../examples.ts';
import { type Facts, NOTHING } from '../policy/facts-of.ts';
import { idOf, LABELS, NAMES, type Name, place, ROOMS, type RoomName, type State } from './state.ts';

export function factsFor(state: State, by: Name, on: Name | undefined, room: RoomName = 'R'): Facts {
  const user = state.users[by];
  const target = on === undefined ? undefined : state.users[on];
  if (user === undefined) return NOTHING;
  const membership = state.members[place(room, by)];
  return {
    ...NOTHING,
    subject: subjectOf(LABELS, user, null, state.now),
    labelRules: LABELS,
    room: state.rooms[room],
    membership,
    file: state.file,
    target,
    now: state.now,
    common: on === undefined || !user.external ? [] : commonRooms(state, by, on),
    credential: { kind: 'session', isFirst: false, isRecent: true },
    hasPassword: true,
    keyLinkIsValid: true,
    externalOwners: 'off',
    unit: an.aUnit(),
    administered: state.inUnit.includes(by) ? [an.aUnit().id] : [],
  };
}

const commonRooms = (state: State, by: Name, on: Name) =>
  ROOMS.flatMap((room) => {
    const mine = state.members[place(room, by)];
    const theirs = state.members[place(room, on)];
    return mine === undefined ? [] : [{ room: state.rooms[room], mine, theirs }];
  });

export const may = (action: Action, facts: Facts): boolean => decide(action, facts).effect === 'allow';

export const reads = (state: State, name: Name): boolean =>
  state.users[name]?.status === 'active' && may('file.download', factsFor(state, name, undefined));

export const linkWorks = (state: State): boolean => {
  const { link } = state;
  const creator = link && NAMES.find((name) => idOf(name) === link.createdBy);
  return (
    link !== undefined &&
    creator !== undefined &&
    may('share.redeem', {
      ...factsFor(state, 'O', undefined),
      link,
      creator: state.users[creator],
      creatorMembership: state.members[place('R', creator)],
    })
  );
};
