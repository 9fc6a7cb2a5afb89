/** The exhaustive comparisons on a sample of their situations, for mutation testing, which runs them thousands of times. */
import { expect, test } from '@jest/globals';
import { ACTIONS } from './actions.ts';
import { compare } from './agreement.ts';
import { flawsOf } from './reasons.ts';
import { stepOf } from './rows.ts';

test.each(ACTIONS)('%s is decided as the interface says in a sample of situations', (action) => {
  expect(compare(action, stepOf(action)).wrong).toEqual([]);
});

test.each(ACTIONS)('%s names every rule it rests on in a sample of situations', (action) => {
  expect(flawsOf(action, stepOf(action)).flaws).toEqual([]);
});
