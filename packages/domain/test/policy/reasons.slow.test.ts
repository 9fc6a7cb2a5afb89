import { expect, test } from '@jest/globals';
import { ACTIONS } from './actions.ts';
import { flawsOf } from './reasons.ts';

test.each(ACTIONS)('%s names every rule it rests on in every situation, allowed or not', (action) => {
  expect(flawsOf(action).flaws).toEqual([]);
});
