import { expect, test } from '@jest/globals';
import { ACTIONS } from './actions.ts';
import { compare } from './agreement.ts';
import { ROWS } from './rows.ts';

/** The slow tests ask about every situation. A prime, so that a sample has every value of every part of a situation. */
const STEP = 73;
const WHOLE = 2_000;
/** Another sample in each run; a failure shows which. */
const FROM = Math.floor(Math.random() * STEP);

test('every action has a row in the oracle, and no row is of an action that is gone', () => {
  expect(Object.keys(ROWS).sort()).toEqual([...ACTIONS].sort());
});

test('the space of situations does not shrink unnoticed', () => {
  expect(ACTIONS.reduce((sum, action) => sum + ROWS[action].size(action), 0)).toBeGreaterThan(1_400_000);
});

test.each(ACTIONS.map((action) => [action, ROWS[action].size(action)] as const))(
  '%s is decided as the interface says in a sample of %d situations',
  (action, size) => {
    const step = size > WHOLE ? STEP : 1;
    const from = FROM % step;
    const { cases, allowed, wrong } = compare(action, step, from);
    expect({ from, wrong }).toEqual({ from, wrong: [] });
    expect(cases).toBe(Math.ceil((size - from) / step));
    // A space in which nothing, or everything, is allowed would compare nothing. One sample may miss the few allowed situations.
    const others = Array.from({ length: step }, (_, other) => other);
    expect(allowed > 0 || others.some((other) => compare(action, step, other).allowed > 0)).toBe(true);
    expect(allowed).toBeLessThan(cases);
  },
);
