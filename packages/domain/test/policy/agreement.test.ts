import { expect, test } from '@jest/globals';
import { type Action, decide } from '../../src/index.ts';
import { ACTIONS } from './actions.ts';
import { ROWS } from './rows.ts';

/** Asks about every situation of an action; lists the first few whose answer differs from the interface. */
function compare(action: Action) {
  let cases = 0;
  let allowed = 0;
  const wrong: string[] = [];
  ROWS[action].each(action, ({ situation, expected, facts }) => {
    const decision = decide(action, facts());
    const answer = decision.refusal ?? decision.effect;
    cases++;
    if (expected === 'allow') allowed++;
    const agrees = answer === expected && (decision.effect === 'allow') === (expected === 'allow');
    if (!agrees && wrong.length < 5) wrong.push(`${answer} instead of ${expected} in ${JSON.stringify(situation)}`);
  });
  return { cases, allowed, wrong };
}

test('every action has a row in the oracle, and no row is of an action that is gone', () => {
  expect(Object.keys(ROWS).sort()).toEqual([...ACTIONS].sort());
});

test('the space of situations does not shrink unnoticed', () => {
  expect(ACTIONS.reduce((sum, action) => sum + ROWS[action].size(action), 0)).toBeGreaterThan(1_400_000);
});

test.each(ACTIONS.map((action) => [action, ROWS[action].size(action)] as const))(
  '%s is decided as the interface says in each of %d situations',
  (action, size) => {
    const { cases, allowed, wrong } = compare(action);
    expect(wrong).toEqual([]);
    expect(cases).toBe(size);
    // A space in which nothing, or everything, is allowed would compare nothing.
    expect(allowed).toBeGreaterThan(0);
    expect(allowed).toBeLessThan(cases);
  },
);
