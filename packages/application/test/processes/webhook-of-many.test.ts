import { expect, test } from '@jest/globals';
import { firstOf, webhookOfMany } from './webhook-of-many.ts';

test('a receiver takes every event in order from processes that are killed with kill -9, while its secret changes', async () => {
  const { expected, taken } = await webhookOfMany({ events: 60, processes: 2, rotations: 2, maxCalls: 300 });
  expect(firstOf(taken)).toEqual(expected);
}, 180_000);
