import { expect, test } from '@jest/globals';
import { aMembership, NOW, userId } from '../../test/examples.ts';
import { plus } from '../values/time.ts';
import { hasEnded, isLive } from './membership.ts';

test('a membership counts for its own user in the epoch it was made in', () => {
  const membership = aMembership({ userId: userId(1), epoch: 3 });
  expect(isLive(membership, { id: userId(1), epoch: 3 }, NOW)).toBe(true);
});

test('a membership does not count after a deactivation, for another user, or if it is missing', () => {
  const membership = aMembership({ userId: userId(1), epoch: 3 });
  expect(isLive(membership, { id: userId(1), epoch: 4 }, NOW)).toBe(false);
  expect(isLive(membership, { id: userId(1), epoch: 2 }, NOW)).toBe(false);
  expect(isLive(membership, { id: userId(2), epoch: 3 }, NOW)).toBe(false);
  expect(isLive(undefined, { id: userId(1), epoch: 3 }, NOW)).toBe(false);
});

test('a membership with an end counts until that instant, and no longer', () => {
  const membership = aMembership({ userId: userId(1), epoch: 3, expiresAt: NOW });
  const user = { id: userId(1), epoch: 3 };
  expect([plus(NOW, -1), NOW, plus(NOW, 1)].map((now) => isLive(membership, user, now))).toEqual([true, false, false]);
  expect([plus(NOW, -1), NOW].map((now) => hasEnded(membership, now))).toEqual([false, true]);
  expect(hasEnded(aMembership(), plus(NOW, 1))).toBe(false);
});
