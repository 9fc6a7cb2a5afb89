import { describe, expect, test } from '@jest/globals';
import {
  type AbilityFacts,
  type AbilitySubject,
  type Action,
  clearancesToGive,
  labelsToGive,
  ORG_ROLES,
  ROOM_ROLES,
  rolesToGive,
  rolesToInvite,
  roomRolesToGive,
  roomRolesToInvite,
} from '../../src/index.ts';
import { primeFrom } from './abilities.ts';
import type { Facts } from './facts-of.ts';
import { abilityFactsOf } from './facts-of-abilities.ts';
import { ROWS } from './rows.ts';
import { RANKS } from './situations.ts';

type Choice = Readonly<{
  name: string;
  action: Action;
  /** The part of a situation that holds the value of the request, with the value as the answer names it. */
  part: string;
  values: readonly (readonly [inSituation: unknown, inAnswer: string])[];
  only?: Readonly<Record<string, readonly unknown[]>>;
  chosen: (facts: Facts) => readonly string[];
}>;

const factsAbout = <S extends AbilitySubject>(subject: S, action: Action, facts: Facts): AbilityFacts[S] =>
  abilityFactsOf(action)[subject](facts);

const roles = ORG_ROLES.map((role) => [role, role] as const);
const labels = RANKS.map((rank) => [rank, `C${rank}`] as const);

const CHOICES: readonly Choice[] = [
  {
    name: 'roles to invite with',
    action: 'user.invite',
    part: 'sentRole',
    values: roles,
    only: { target: ['absent'], sentExternal: [false] },
    chosen: (facts) => rolesToInvite(factsAbout('me', 'user.invite', facts)),
  },
  {
    name: 'roles of a user',
    action: 'user.role',
    part: 'sentRole',
    values: roles,
    chosen: (facts) => rolesToGive(factsAbout('user', 'user.role', facts)),
  },
  {
    name: 'roles to invite to a room with',
    action: 'room.invite',
    part: 'to',
    values: (['viewer', 'owner'] as const).map((role) => [role, role] as const),
    only: { invitee: ['unknown'], from: ['none'] },
    chosen: (facts) =>
      roomRolesToInvite(factsAbout('room', 'room.invite', facts)).filter((role) => role !== 'contributor'),
  },
  {
    name: 'roles of a member',
    action: 'room.members.add',
    part: 'to',
    values: ROOM_ROLES.map((role) => [role, role] as const),
    // The caller sees a member whom they ask about.
    only: { named: ['oneself', 'active', 'invited'] },
    chosen: (facts) => roomRolesToGive(factsAbout('member', 'room.members.add', facts)),
  },
  {
    name: 'clearances of a user',
    action: 'user.clearance',
    part: 'sentClearance',
    values: [[0, ''], ...labels],
    chosen: (facts) => clearancesToGive(factsAbout('user', 'user.clearance', facts)),
  },
  {
    name: 'labels of a file',
    action: 'file.edit',
    part: 'sent',
    values: labels,
    // A form for the label asks for no other folder.
    only: { goes: ['nowhere'] },
    chosen: (facts) => labelsToGive(factsAbout('file', 'file.edit', facts)),
  },
];

/** Callers with every right of their role: most others are refused everything. */
const UNLIMITED = { status: ['active'], scopes: ['unlimited'] };
const SITUATIONS = 3000;

describe('an answer', () => {
  test.each(CHOICES)('offers exactly the $name that a request may name', ({ action, part, values, only, chosen }) => {
    const counts = { offered: 0, refused: 0 };
    const wrong: unknown[] = [];
    const space = { ...only, ...UNLIMITED, [part]: values.slice(0, 1).map(([value]) => value) };
    let all = 0;
    ROWS[action].each(action, () => all++, space);
    ROWS[action].each(
      action,
      ({ situation, facts, expectedIf }) => {
        const offered = chosen(facts());
        const expected = values.filter(([value]) => expectedIf({ [part]: value }) === 'allow').map(([, name]) => name);
        counts.offered += offered.length;
        counts.refused += values.length - offered.length;
        if (offered.toSorted().join() !== expected.toSorted().join() && wrong.length < 5)
          wrong.push({ offered, expected, situation });
      },
      space,
      primeFrom(Math.ceil(all / SITUATIONS)),
    );
    expect(wrong).toEqual([]);
    expect(Math.min(counts.offered, counts.refused)).toBeGreaterThan(0);
  });
});
