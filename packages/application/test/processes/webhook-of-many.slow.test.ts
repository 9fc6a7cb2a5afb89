import { expect, test } from '@jest/globals';
import { firstOf, webhookOfMany } from './webhook-of-many.ts';

test('a receiver takes 5000 events in order from four processes that are killed with kill -9, while its secret changes', async () => {
  const { expected, taken, kills } = await webhookOfMany({ events: 5000, processes: 4, rotations: 5, maxCalls: 600 });
  expect(expected.length).toBeGreaterThanOrEqual(5000);
  expect(firstOf(taken)).toEqual(expected);
  expect(kills).toBeGreaterThan(20);
}, 600_000);
