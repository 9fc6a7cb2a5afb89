import { expect, test } from '@jest/globals';
import { aMembership, userId } from '../../test/examples.ts';
import { isLive } from './membership.ts';

test('a membership counts for its own user in the epoch it was made in', () => {
  const membership = aMembership({ userId: userId(1), epoch: 3 });
  expect(isLive(membership, { id: userId(1), epoch: 3 })).toBe(true);
});

test('a membership does not count after a deactivation, for another user, or if it is missing', () => {
  const membership = aMembership({ userId: userId(1), epoch: 3 });
  expect(isLive(membership, { id: userId(1), epoch: 4 })).toBe(false);
  expect(isLive(membership, { id: userId(1), epoch: 2 })).toBe(false);
  expect(isLive(membership, { id: userId(2), epoch: 3 })).toBe(false);
  expect(isLive(undefined, { id: userId(1), epoch: 3 })).toBe(false);
});
