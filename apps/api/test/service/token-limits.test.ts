import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;

beforeAll(async () => {
  world = await startService({ perMinute: 1000 });
});
afterAll(() => world.stop());

test('exactly 1 000 of 1 500 requests with one token in one window pass, each with its own rest', async () => {
  // A new token, because the first owner's has already made requests.
  const made = await world.owner.post('/tokens', { name: 'counted' });
  const caller = world.visitor.as(made.body.data.token);
  const replies = [];
  for (let batch = 0; batch < 15; batch++)
    replies.push(...(await Promise.all(Array.from({ length: 100 }, () => caller.get('/me')))));
  const passed = replies.filter(({ status }) => status === 200);
  const refused = replies.filter(({ status }) => status === 429);
  expect([passed.length, refused.length]).toEqual([1000, 500]);
  const rest = passed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  expect(rest.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 1000 }, (_, index) => 999 - index));
  expect(new Set(refused.map(({ headers }) => headers.get('x-ratelimit-remaining')))).toEqual(new Set(['0']));
  const resets = new Set(replies.map(({ headers }) => Number(headers.get('x-ratelimit-reset'))));
  expect(resets.size).toBe(1);
  const [reset = 0] = resets;
  expect(reset - Date.now() / 1000).toBeGreaterThan(0);
  expect(reset - Date.now() / 1000).toBeLessThanOrEqual(61);
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(body.error.code).toBe('RATE_LIMIT_EXCEEDED');
  }
  // Another token of the same user has its own window; without a token, the address has one.
  expect((await world.owner.get('/me')).headers.get('x-ratelimit-remaining')).toBe('998');
  const visitor = await world.visitor.get('/me');
  expect([visitor.status, visitor.headers.get('x-ratelimit-remaining')]).toEqual([401, '999']);
});
