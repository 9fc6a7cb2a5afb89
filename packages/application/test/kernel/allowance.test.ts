import { expect, test } from '@jest/globals';
import { MemoryRateLimiter, systemIds } from '@strongroom/adapter-local';
import { MINUTE, type UserId } from '@strongroom/domain';
import { takeAllowance } from '../../src/kernel/allowance.ts';
import { TestClock } from '../world/clock.ts';
import { codeOf } from '../world/refusals.ts';

function anAllowance(perMinute: number) {
  const [clock, limiter] = [new TestClock(), new MemoryRateLimiter()];
  const take = takeAllowance({ clock, limiter }, { name: 'uploads', perMinute });
  const other = takeAllowance({ clock, limiter }, { name: 'rooms', perMinute });
  return { clock, take, other, user: systemIds.uuid<UserId>() };
}

test('a user may take as many a minute as configured, and a refusal says when to come back', async () => {
  const { take, clock, user } = anAllowance(2);
  await take(user);
  await take(user);
  clock.advance(20_500);
  await expect(take(user)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 40 });
  clock.advance(MINUTE - 20_500);
  expect(await codeOf(take(user))).toBe('done');
});

test('several units of an allowance are taken together or not at all', async () => {
  const { take, user } = anAllowance(5);
  await take(user, 2);
  expect(await codeOf(take(user, 4))).toBe('RATE_LIMIT_EXCEEDED');
  expect(await codeOf(take(user, 3))).toBe('done');
  expect(await codeOf(take(user))).toBe('RATE_LIMIT_EXCEEDED');
});

test('users and purposes have an allowance each', async () => {
  const { take, other, user } = anAllowance(1);
  await take(user);
  expect(await codeOf(take(systemIds.uuid<UserId>()))).toBe('done');
  expect(await codeOf(other(user))).toBe('done');
});
