import { expect, test } from '@jest/globals';
import { ACTIONS } from './actions.ts';
import { flawsOf } from './reasons.ts';

test.each(ACTIONS)('%s names every rule it rests on, allowed or not, without a short circuit', (action) => {
  const { flaws, decisions } = flawsOf(action);
  expect(flaws).toEqual([]);
  expect(decisions).toBeGreaterThan(0);
});
