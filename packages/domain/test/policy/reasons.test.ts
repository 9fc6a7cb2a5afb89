import { expect, test } from '@jest/globals';
import { ACTIONS } from './actions.ts';
import { flawsOf } from './reasons.ts';
import { stepOf } from './rows.ts';

test.each(ACTIONS)('%s names every rule it rests on in a sample of situations, allowed or not', (action) => {
  const { flaws, decisions } = flawsOf(action, 4 * stepOf(action));
  expect(flaws).toEqual([]);
  expect(decisions).toBeGreaterThan(0);
});
