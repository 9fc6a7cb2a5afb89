import { expect, test } from '@jest/globals';
import { decide } from '../../src/index.ts';
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

/** Registers the tests that more of a right never takes one away, in one of `step` situations; in every one if it is 1. A random first one, which a failure shows. */
export function moreTakesNothing(step: number): void {
  const from = Math.floor(Math.random() * step);
  /** Fewest of the situations that a sample has, where all have that many. A sample is not quite even. */
  const atLeast = (all: number) => (step === 1 ? all : all / (2 * step));

  type Only = Readonly<Record<string, readonly unknown[]>>;

  /** Every allowed situation stays allowed when raised. Single steps suffice, because each result is a situation too. */
  function expectNothingTaken(raise: Raise, only: Only = { scopes: ['unlimited'] }) {
    let raised = 0;
    const taken: string[] = [];
    for (const action of ACTIONS)
      ROWS[action].each(
        action,
        ({ situation, expected, facts, factsIf }) => {
          if (expected !== 'allow') return;
          const change = raise(situation);
          if (change === undefined || decide(action, facts()).effect !== 'allow') return;
          raised++;
          if (decide(action, factsIf(change)).effect !== 'allow')
            taken.push(`${action} in ${JSON.stringify(situation)} with ${JSON.stringify(change)}`);
        },
        { ...only, status: ['active'] },
        step,
        from,
      );
    expect({ from, taken: taken.slice(0, 5) }).toEqual({ from, taken: [] });
    return raised;
  }

  const CLEARANCES = [0, 1, 2, 3, 4];
  const ROOM_ROLES = ['none', 'viewer', 'contributor', 'owner'];

  test('more clearance never takes a right away', () => {
    expect(expectNothingTaken(along('clearance', CLEARANCES))).toBeGreaterThan(atLeast(10_000));
  });

  test('a higher room role never takes a right away', () => {
    expect(expectNothingTaken(along('member', ROOM_ROLES))).toBeGreaterThan(atLeast(10_000));
  });

  test('more clearance or a higher room role of its creator never ends a link', () => {
    expect(expectNothingTaken(along('creatorClearance', CLEARANCES))).toBeGreaterThan(atLeast(100));
    expect(expectNothingTaken(along('creatorMember', ROOM_ROLES))).toBeGreaterThan(atLeast(100));
  });

  test('an owner of the organisation may do whatever any user of the same clearance and room role may do', () => {
    const toOwner: Raise = ({ role }) => (role === undefined || role === 'owner' ? undefined : { role: 'owner' });
    expect(expectNothingTaken(toOwner)).toBeGreaterThan(atLeast(10_000));
  });

  test('a department admin of a unit further up may whatever one of a unit further down may', () => {
    expect(expectNothingTaken(along('administers', ['none', 4, 3, 2, 1]))).toBeGreaterThan(atLeast(100));
  });

  test('a session may do whatever a token may do, and the first owner’s token whatever another without scopes may do', () => {
    expect(expectNothingTaken(along('credential', ['token', 'first token', 'old session', 'session']))).toBeGreaterThan(
      atLeast(50),
    );
  });

  test('a user within reach is never further from a caller than one beyond it', () => {
    expect(expectNothingTaken(along('withinReach', [false, true]))).toBeGreaterThan(atLeast(100));
  });

  test('a token with more scopes, or without any limit, may whatever one with fewer may', () => {
    const toAll: Raise = ({ scopes }) => (Array.isArray(scopes) ? { scopes: ALL_SCOPES } : undefined);
    const toUnlimited: Raise = ({ scopes }) => (Array.isArray(scopes) ? { scopes: 'unlimited' } : undefined);
    const anyScopes = { clearance: [0, 2, 4], roomLabel: [1, 4], fileLabel: [1, 2] };
    expect(expectNothingTaken(toAll, anyScopes)).toBeGreaterThan(atLeast(1000));
    expect(expectNothingTaken(toUnlimited, anyScopes)).toBeGreaterThan(atLeast(1000));
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
