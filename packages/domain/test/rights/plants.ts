/** Faults to plant, each with what the search has to find with it. */
import {
  acceptInvitation,
  deactivate,
  isLive,
  isOrphaned,
  type Label,
  outranks,
  POLICIES,
  unlinkIdentity,
} from '../../src/index.ts';
import * as an from '../examples.ts';
import { NOTHING } from '../policy/facts-of.ts';
import { parts } from './parts.ts';
import { type Kind, startOf } from './starts.ts';

type Facts = typeof NOTHING;
type Holds = (facts: Facts) => boolean;

export type Plant = Readonly<{
  title: string;
  A: Kind;
  B?: Kind;
  clearance?: Label;
  /** A user whose password `A` has. */
  phished?: 'V' | 'B';
  /** The user with the address of the colluders. */
  X?: Parameters<typeof startOf>[0]['X'];
  /** Rules by their id, each with the predicate that takes its place. */
  rules?: Readonly<Record<string, Holds>>;
  parts?: Partial<typeof parts>;
  /** The last words of the chain. */
  finds: RegExp;
}>;

const always: Holds = () => true;
const { label: LOW } = an.anAvailableFile({ label: 'C1' as Label });

export const PLANTS: readonly Plant[] = [
  {
    title: 'a room invitation renews the revoked link of any invited user',
    A: 'member',
    rules: { 'revives-nobody-else': always },
    parts: { uninviteRemoves: false, renews: (_, user) => user.status === 'invited' },
    finds: /^X is or may become owner$/,
  },
  {
    title: 'a room invitation renews a link that ran out',
    A: 'member',
    rules: { 'revives-nobody-else': always },
    parts: { renews: (_, user) => user.status === 'invited' },
    finds: /^X is or may become/,
  },
  {
    title: 'a room invitation renews the open link of a colleague',
    A: 'member',
    parts: { renews: (_, user) => user.status === 'invited' },
    finds: /^X is or may become/,
  },
  {
    title: 'a domain admin makes a security officer, and the ban on adoption binds a person',
    A: 'domain_admin',
    rules: {
      'grants-own-role-at-most': ({ subject, role }) =>
        subject.role === 'owner' || (!outranks(role, subject.role) && role !== 'domain_admin'),
      'admin-of-orphaned-room': ({ subject, room }) =>
        room !== undefined &&
        room.status !== 'deleted' &&
        isOrphaned(room) &&
        (subject.role === 'owner' ||
          (subject.role === 'domain_admin' && !(room.ownersTakenBy ?? []).some(({ userId }) => userId === subject.id))),
    },
    finds: /is or may become security_officer$/,
  },
  {
    title: 'the ban on adoption binds the person who took the owner',
    A: 'domain_admin',
    B: 'security_officer',
    rules: {
      'admin-of-orphaned-room': ({ subject, room }) =>
        room !== undefined &&
        room.status !== 'deleted' &&
        isOrphaned(room) &&
        subject.role === 'domain_admin' &&
        !(room.ownersTakenBy ?? []).some(({ userId }) => userId === subject.id),
    },
    finds: /reads the file$/,
  },
  {
    title: 'a reactivation gives back what its caller could not grant',
    A: 'domain_admin',
    B: 'security_officer',
    rules: { 'renews-within-own-rights': always },
    finds: /^B is or may become security_officer$/,
  },
  {
    title: 'a department admin removes an invited user with their lowered clearance',
    A: 'department_admin',
    rules: { 'removes-no-restriction': always },
    finds: /^X is free of a lowered clearance$/,
  },
  {
    title: 'a user of lowered clearance gives more',
    A: 'domain_admin',
    clearance: LOW,
    rules: { 'grants-own-clearance-at-most': always },
    finds: /has more clearance than A has$/,
  },
  {
    title: 'a deactivation leaves the epoch, and memberships come back',
    A: 'member',
    parts: { leavesAtOnce: false, deactivate: (user) => ({ ...deactivate(user), epoch: user.epoch }) },
    finds: /reads the file$/,
  },
  {
    title: 'a link works on after its creator left the room',
    A: 'member',
    rules: {
      'creator-still-may': ({ link, creator, creatorMembership, now }) =>
        link !== undefined &&
        creator?.status === 'active' &&
        (creatorMembership === undefined || isLive(creatorMembership, creator, now)),
    },
    finds: /^the link of A works$/,
  },
  {
    title: 'a password is enough to replace a linked person of the key service',
    A: 'member',
    phished: 'V',
    rules: { 'keeps-key-person': always },
    parts: { linkKeyPerson: (user, keyPerson) => ({ ...user, keyPerson }) },
    finds: /^A gets the keys of V$/,
  },
  {
    title: 'a security officer unlinks themself from their person of the key service',
    A: 'member',
    B: 'security_officer',
    phished: 'B',
    rules: { 'not-oneself': always },
    finds: /^A gets the keys of B$/,
  },
  {
    title: 'a password is enough to replace a linked person of the identity provider',
    A: 'member',
    phished: 'V',
    parts: { linkIdentity: (user, identity) => ({ ...user, identity }) },
    finds: /^A signs in as V$/,
  },
  {
    title: 'a link to recover an account replaces its person of the identity provider',
    A: 'member',
    B: 'member',
    X: { role: 'member', status: 'active' },
    parts: { acceptInvitation: (user, hash, as) => acceptInvitation(unlinkIdentity(user), hash, as) },
    finds: /^[AB] signs in as X$/,
  },
];

/** Runs `work` with the fault, and puts the rules and parts back. */
export function planted<T>({ rules = {}, parts: changed = {} }: Pick<Plant, 'rules' | 'parts'>, work: () => T): T {
  const before = { ...parts };
  const undo: (() => void)[] = [() => Object.assign(parts, before)];
  Object.assign(parts, changed);
  const known = new Set(Object.values(POLICIES).flatMap(({ requires, grantedBy }) => [...requires, ...grantedBy]));
  for (const [id, holds] of Object.entries(rules)) {
    const rule = [...known].find((one) => one.id === id);
    if (rule === undefined) throw new Error(`no rule has the id ${id}`);
    const original = rule.holds;
    undo.push(() => Object.assign(rule, { holds: original }));
    Object.assign(rule, { holds });
  }
  try {
    return work();
  } finally {
    for (const back of undo) back();
  }
}
