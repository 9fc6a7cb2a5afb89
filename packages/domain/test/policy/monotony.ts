/* oxlint-disable jest/expect-expect -- expectNothingTaken asserts */

import { beforeAll, expect, test } from '@jest/globals';
import { type Action, decide } from '../../src/index.ts';
import { ACTIONS } from './actions.ts';
import { ALL_SCOPES } from './facts-of.ts';
import { ROWS, type Visited } from './rows.ts';

/** Raises one part of a situation by a step; undefined if the part is missing or at its maximum. */
type Raise = (situation: Visited['situation']) => object | undefined;

const along =
  (part: string, rising: readonly unknown[]): Raise =>
  (situation) => {
    const at = rising.indexOf(situation[part]);
    return at < 0 || at === rising.length - 1 ? undefined : { [part]: rising[at + 1] };
  };

const CLEARANCES = [0, 1, 2, 3, 4];
const ROOM_ROLES = ['none', 'viewer', 'contributor', 'owner'];
const RAISES = {
  clearance: along('clearance', CLEARANCES),
  roomRole: along('member', ROOM_ROLES),
  clearanceOfCreator: along('creatorClearance', CLEARANCES),
  roomRoleOfCreator: along('creatorMember', ROOM_ROLES),
  toOwner: ({ role }) => (role === undefined || role === 'owner' ? undefined : { role: 'owner' }),
  unit: along('administers', ['none', 4, 3, 2, 1]),
  credential: along('credential', ['token', 'first token', 'old session', 'session']),
  reach: along('withinReach', [false, true]),
} satisfies Readonly<Record<string, Raise>>;
const OF_SCOPES = {
  toAll: ({ scopes }) => (Array.isArray(scopes) ? { scopes: ALL_SCOPES } : undefined),
  toUnlimited: ({ scopes }) => (Array.isArray(scopes) ? { scopes: 'unlimited' } : undefined),
} satisfies Readonly<Record<string, Raise>>;

type Only = Readonly<Record<string, readonly unknown[]>>;
type Outcome = { raised: number; taken: string[] };

/** Registers the tests that more of a right never takes one away, in one of `step` situations; in every one if it is 1. A random first one, which a failure shows. */
export function moreTakesNothing(step: number): void {
  const from = Math.floor(Math.random() * step);
  /** Fewest of the situations that a sample has, where all have that many. A sample is not quite even. */
  const atLeast = (all: number) => (step === 1 ? all : all / (2 * step));

  /**
   * Every allowed situation stays allowed when raised. Single steps suffice, because each result is a situation too. All raises
   * in one pass: to make a situation costs more than to decide about it.
   */
  function outcomesOf<Name extends string>(raises: Readonly<Record<Name, Raise>>, only: Only): Record<Name, Outcome> {
    const named = Object.entries(raises) as [Name, Raise][];
    const outcomes = Object.fromEntries(named.map(([name]) => [name, { raised: 0, taken: [] }])) as unknown as Record<
      Name,
      Outcome
    >;
    const compare = (action: Action, { situation, expected, facts, factsIf }: Visited): void => {
      if (expected !== 'allow' || decide(action, facts()).effect !== 'allow') return;
      for (const [name, raise] of named) {
        const change = raise(situation);
        if (change === undefined) continue;
        outcomes[name].raised++;
        if (decide(action, factsIf(change)).effect !== 'allow')
          outcomes[name].taken.push(`${action} in ${JSON.stringify(situation)} with ${JSON.stringify(change)}`);
      }
    };
    for (const action of ACTIONS)
      ROWS[action].each(action, (visited) => compare(action, visited), { ...only, status: ['active'] }, step, from);
    return outcomes;
  }

  let outcomes: Record<keyof typeof RAISES, Outcome>;
  let outcomesOfScopes: Record<keyof typeof OF_SCOPES, Outcome>;
  beforeAll(() => {
    outcomes = outcomesOf(RAISES, { scopes: ['unlimited'] });
    outcomesOfScopes = outcomesOf(OF_SCOPES, { clearance: [0, 2, 4], roomLabel: [1, 4], fileLabel: [1, 2] });
  });

  function expectNothingTaken({ raised, taken }: Outcome, fewest: number): void {
    expect({ from, taken: taken.slice(0, 5) }).toEqual({ from, taken: [] });
    expect(raised).toBeGreaterThan(atLeast(fewest));
  }

  test('more clearance never takes a right away', () => {
    expectNothingTaken(outcomes.clearance, 10_000);
  });

  test('a higher room role never takes a right away', () => {
    expectNothingTaken(outcomes.roomRole, 10_000);
  });

  test('more clearance or a higher room role of its creator never ends a link', () => {
    expectNothingTaken(outcomes.clearanceOfCreator, 100);
    expectNothingTaken(outcomes.roomRoleOfCreator, 100);
  });

  test('an owner of the organisation may do whatever any user of the same clearance and room role may do', () => {
    expectNothingTaken(outcomes.toOwner, 10_000);
  });

  test('a department admin of a unit further up may whatever one of a unit further down may', () => {
    expectNothingTaken(outcomes.unit, 100);
  });

  test('a session may do whatever a token may do, and the first owner’s token whatever another without scopes may do', () => {
    expectNothingTaken(outcomes.credential, 50);
  });

  test('a user within reach is never further from a caller than one beyond it', () => {
    expectNothingTaken(outcomes.reach, 100);
  });

  test('a token with more scopes, or without any limit, may whatever one with fewer may', () => {
    expectNothingTaken(outcomesOfScopes.toAll, 1000);
    expectNothingTaken(outcomesOfScopes.toUnlimited, 1000);
  });

  test('a membership of before a deactivation, of another room or of another user counts like none', () => {
    let compared = 0;
    const different: string[] = [];
    for (const action of ACTIONS)
      ROWS[action].each(
        action,
        ({ situation, facts, factsIf }) => {
          compared++;
          const without = decide(action, factsIf({ member: 'none' }));
          const decision = decide(action, facts());
          if (decision.effect !== without.effect || decision.refusal !== without.refusal)
            different.push(`${action} in ${JSON.stringify(situation)}`);
        },
        {
          status: ['active'],
          scopes: ['unlimited'],
          clearance: [0, 3],
          roomLabel: [1, 4],
          fileLabel: [1, 4],
          member: ['before', 'elsewhere', 'foreign'],
        },
        step,
        from,
      );
    expect({ from, different: different.slice(0, 5) }).toEqual({ from, different: [] });
    expect(compared).toBeGreaterThan(atLeast(5000));
  });
}
