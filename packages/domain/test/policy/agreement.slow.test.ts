import { expect, test } from '@jest/globals';
import { ACTIONS } from './actions.ts';
import { compare } from './agreement.ts';
import { ROWS } from './rows.ts';

test.each(ACTIONS.map((action) => [action, ROWS[action].size(action)] as const))(
  '%s is decided as the interface says in each of %d situations',
  (action, size) => {
    const { cases, wrong } = compare(action);
    expect(wrong).toEqual([]);
    expect(cases).toBe(size);
  },
);
