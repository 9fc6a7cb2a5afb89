import { expect, test } from '@jest/globals';
import { ACTIONS } from './actions.ts';
import { compare } from './agreement.ts';
import { ROWS } from './rows.ts';

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
