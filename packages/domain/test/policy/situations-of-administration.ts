/** Like `situations.ts`, for credentials, org units and the audit log. */
import type { AtCredential, AtLog, AtUnit } from './oracle/situation.ts';
import { askers, COMMON, goodAskers, NAMED, NO_ROOM, RANKS, ROOM } from './situations.ts';
import type { Space } from './space.ts';

const PERSONS: readonly AtCredential['keyPerson'][] = ['none', 'the same', 'another', 'agrees'];

export const credentialSituations = (action: string): readonly Space<AtCredential>[] => [
  {
    ...askers(action),
    credential: ['token'],
    hasPassword: [false, true],
    keyLink: [false, true],
    keyPerson: action === 'key_person.link' ? PERSONS : ['none'],
    deviceLogin: [false, true],
    wayIn: [false, true],
  },
  {
    ...askers(action),
    scopes: ['unlimited'],
    credential: ['first token', 'old session', 'session'],
    hasPassword: [false, true],
    keyLink: [false, true],
    keyPerson: action === 'key_person.link' ? PERSONS : ['none'],
    deviceLogin: [false, true],
    wayIn: [false, true],
  },
];

export const unitSituations = (action: string): readonly Space<AtUnit>[] => [
  {
    ...askers(action),
    unit: [0, 1, 2, 3],
    administers: ['none', 'beside', 1, 2, 3, 4],
    belongs: action === 'org_unit.place_rooms' ? ['no', 'yes', 'before', 'beside', 'another user'] : ['no'],
    present: action === 'org_unit.members.remove' ? [false, true] : [true],
    named: action === 'org_unit.members' ? NAMED : ['active'],
  },
];

/** No room; an unknown one; a deleted one; an existing one. */
const namedRooms = (action: string): readonly Space<Omit<AtLog, 'target'>>[] => [
  { ...askers(action), ...NO_ROOM, room: ['absent'], member: ['none'], namesRoom: [false] },
  { ...askers(action), ...NO_ROOM, room: ['absent'], namesRoom: [true] },
  { ...askers(action), ...NO_ROOM, room: ['deleted'], roomLabel: RANKS, namesRoom: [true] },
  { ...askers(action), ...ROOM, namesRoom: [true] },
];

/** Whether the action concerns a room that the request names. */
const ofRoom = (action: string): boolean => action.includes('.room.');

export const logSituations = (action: string): readonly Space<AtLog>[] =>
  namedRooms(action)
    .filter(({ namesRoom }) => namesRoom.includes(ofRoom(action)))
    .map((space) => ({ ...space, target: ['absent'] }));

export const explanationSituations = (action: string): readonly Space<AtLog>[] =>
  namedRooms(action)
    .filter(({ namesRoom }) => namesRoom.includes(ofRoom(action)))
    .flatMap((space) => [
      { ...space, target: ['absent', 'oneself', 'another'] },
      { ...space, ...goodAskers, target: ['absent', 'oneself', 'another'], external: [true], common: COMMON },
    ]);
