import {
  ABILITIES,
  type Ability,
  type AbilitySubject,
  type Action,
  abilities,
  allows,
  decideForSome,
} from '../../src/index.ts';
import type { Facts } from './facts-of.ts';
import { abilityFactsOf } from './facts-of-abilities.ts';
import type { AtRoom } from './oracle/situation.ts';
import { ROWS, type Visited } from './rows.ts';
import { COMMON, INVITEES, NAMED, RANKS } from './situations.ts';

type Situation = Readonly<Record<string, unknown>>;
type Parts = Readonly<Record<string, readonly unknown[]>>;

/**
 * The parts of a situation that a request decides, with their values; `if` leaves out requests that cannot be made there. `only`
 * are the situations that can be asked about: a subject is loaded before its `may` is computed.
 */
type Some = Readonly<{ request?: Parts; if?: (situation: Situation) => boolean; only?: Parts }>;

const ROLES = ['none', 'viewer', 'contributor', 'owner'];
const ORG_ROLES = ['member', 'owner', 'domain_admin', 'security_officer', 'department_admin', 'auditor'];
const CLEARANCES = [0, ...RANKS];
const NAMED_USERS = ['active', ...NAMED.filter((named) => named !== 'active')];

const VERSIONS = ['absent', 'current', 'old'];

/** A user can only leave a room in which they have a membership. */
const leavesOwnRoom = (situation: Situation): boolean => {
  const { oneself, member } = situation as Pick<AtRoom, 'oneself' | 'member'>;
  return !oneself || (member !== 'none' && member !== 'elsewhere' && member !== 'foreign');
};

type Somes = { readonly [S in AbilitySubject]: Readonly<Partial<Record<Ability<S>, Some>>> };

/** A request names a folder of the room; one that was made is enough. */
const SOME_FOLDER: Some = {
  request: { folder: ['made', 'with a file', 'absent', 'in another room'] },
  only: { fences: ['none', 'beside'], structure: ['open', 'owners beside'], moves: ['nowhere'] },
};

/** Owners of the room can always ask about one. */
const SOME_GROUP: Some = { request: { group: ['own', 'of others', 'absent', 'of another room'] } };

const STRUCTURES_OF_FOLDER = ['open', 'owners beside', 'owners around', 'owners within'];

/** A room names the actions at its top, and on folders that are open to everyone in it. */
const AT_TOP: Parts = { fences: ['none', 'beside'] };

/** For each action that depends on a request: everything that a request can say. */
const SOMES: Somes = {
  me: {
    'access.explain': { request: { target: ['oneself', 'another', 'absent'], common: COMMON } },
    'device_login.answer': { request: { deviceLogin: [false, true] } },
    'key_person.link': {
      request: { keyLink: [false, true], keyPerson: ['none', 'the same', 'another', 'agrees'] },
    },
    // Each of these users administers a unit of the line, in which they can ask for another one.
    'org_unit.create': { request: { unit: [0, 1, 2, 3] }, only: { administers: ['none', 1, 2, 3] } },
    'room.create': { request: { sent: RANKS, placeable: [true, false] } },
    'user.invite': {
      request: { sentRole: ORG_ROLES, sentExternal: ['unsaid', false, true] },
      only: { target: ['absent'] },
    },
  },
  room: {
    'access.room.explain': { request: { target: ['oneself', 'another', 'absent'], common: COMMON } },
    'file.upload': { request: { sent: RANKS }, only: AT_TOP },
    'folder.create': { only: { ...AT_TOP, structure: ['open', 'owners beside', 'owners at the top'] } },
    'upload_request.create': { only: AT_TOP },
    'folder.access': SOME_FOLDER,
    'folder.delete': SOME_FOLDER,
    'folder.edit': SOME_FOLDER,
    'folder.get': SOME_FOLDER,
    'folder.structure': SOME_FOLDER,
    'group.delete': SOME_GROUP,
    'group.edit': SOME_GROUP,
    'group.members.add': SOME_GROUP,
    'group.members.remove': SOME_GROUP,
    'room.invite': { request: { invitee: INVITEES, from: ['none', 'viewer', 'owner'], to: ['viewer', 'owner'] } },
    'room.members.add': {
      request: { named: NAMED_USERS, namedExternal: [false, true], common: COMMON, from: ROLES, to: ROLES.slice(1) },
    },
    'room.members.remove': {
      request: { oneself: [false, true], present: [true, false], memberIs: ['viewer', 'owner'] },
      if: leavesOwnRoom,
    },
  },
  file: {
    'access.file.explain': { request: { oneself: [false, true] } },
    'file.edit': { request: { sent: RANKS, goes: ['nowhere', 'to the top'] } },
    'file.replace': { request: { sent: RANKS, goes: ['nowhere', 'to the top'] } },
    'version.delete': { request: { version: VERSIONS } },
    'version.download': { request: { version: VERSIONS } },
    'version.restore': { request: { version: VERSIONS } },
  },
  folder: {
    'access.folder.explain': { request: { oneself: [false, true] } },
    'file.upload': { request: { sent: RANKS } },
    'folder.create': { only: { structure: STRUCTURES_OF_FOLDER } },
    'folder.edit': { only: { moves: ['nowhere'] } },
  },
  share: {
    'access.share.explain': { request: { oneself: [false, true] } },
    'share.edit': { only: { link: ['own', 'of another user'], file: ['own available', 'available'] } },
  },
  member: {
    'room.members.add': { request: { to: ROLES.slice(1) } },
    'room.members.remove': { only: { present: [true] } },
  },
  user: {
    'user.clearance': { request: { sentClearance: CLEARANCES } },
    'user.edit': {
      request: { sentName: [false, true], sentExternal: ['unsaid', false, true] },
      if: ({ sentName, sentExternal }) => sentName === true || sentExternal !== 'unsaid',
    },
    'user.role': { request: { sentRole: ORG_ROLES } },
  },
  org_unit: {
    'org_unit.members': { request: { named: NAMED_USERS } },
    'org_unit.members.remove': { request: { present: [true, false] } },
  },
};

/** Every subject with each of its actions. */
export const QUESTIONS: readonly (readonly [AbilitySubject, Action])[] = (
  Object.keys(ABILITIES) as AbilitySubject[]
).flatMap((subject) => ABILITIES[subject].map((action) => [subject, action] as const));

/** All combinations of the parts of a request. */
function combinations(parts: Parts): readonly Situation[] {
  return Object.entries(parts).reduce<readonly Situation[]>(
    (all, [part, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [part]: value }))),
    [{}],
  );
}

/** The smallest prime from `least` on: a sample with such a step has every value of every part of a situation. */
export function primeFrom(least: number): number {
  let prime = Math.max(least, 1);
  const isPrime = (n: number) =>
    Array.from({ length: Math.floor(Math.sqrt(n)) - 1 }, (_, i) => n % (i + 2)).every((rest) => rest !== 0);
  while (prime > 1 && !isPrime(prime)) prime++;
  // A membership has seven forms.
  return prime === 7 ? 11 : prime;
}

/** Callers with every right of their role: most others are refused everything. */
const UNLIMITED: Parts = { status: ['active'], scopes: ['unlimited'] };

/**
 * Asks in about `most` situations what a caller may do with a subject, and compares it with the interface: an action is named
 * exactly if some request would be allowed. As many questions again are of callers with an unlimited credential.
 */
export function compareAbilities(subject: AbilitySubject, action: Action, most: number) {
  const { request = {}, if: isPossible = () => true, only = {} } = someOf(subject, action);
  const requests = combinations(request);
  // One request stands for all; the first value of each part occurs in every space.
  const plain = Object.fromEntries(Object.entries(request).map(([part, values]) => [part, values.slice(0, 1)]));
  const counts = { cases: 0, named: 0 };
  const wrong: string[] = [];
  const visit = ({ situation, facts, factsIf, expectedIf }: Visited) => {
    const possible = requests.filter((one) => isPossible({ ...situation, ...one }));
    const expected = possible.some((one) => expectedIf(one) === 'allow');
    const { isNamed, isExplained } = answersOf(subject, action, facts());
    const isDecided = possible.some((one) => allows(action, factsIf(one)));
    counts.cases++;
    if (isNamed) counts.named++;
    if ((isNamed !== expected || isExplained !== expected || isDecided !== expected) && wrong.length < 5)
      wrong.push(`${JSON.stringify({ isNamed, isExplained, isDecided, expected })} in ${JSON.stringify(situation)}`);
  };
  for (const part of [
    { ...plain, ...only },
    { ...plain, ...only, ...UNLIMITED },
  ]) {
    let all = 0;
    ROWS[action].each(action, () => all++, part);
    ROWS[action].each(action, visit, part, primeFrom(Math.ceil(all / most)));
  }
  return { ...counts, wrong };
}

const someOf = (subject: AbilitySubject, action: Action): Some => {
  const somes: Readonly<Partial<Record<Action, Some>>> = SOMES[subject];
  return somes[action] ?? {};
};

function answersOf(subject: AbilitySubject, action: Action, facts: Facts) {
  const asked = abilityFactsOf(action)[subject](facts);
  const named: readonly Action[] = abilities(subject, asked);
  const isExplained = decideForSome(subject, action as Ability, asked).effect === 'allow';
  return { isNamed: named.includes(action), isExplained };
}
