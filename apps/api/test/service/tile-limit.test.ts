import { afterEach, expect, test } from '@jest/globals';
import { MINUTE } from '@strongroom/domain';
import { startService, type World } from '../support/service-in-memory.ts';

const LIMIT = 20_000;
const PER_TOKEN = 30;
const TILE = '/audit/tile/0/000.p/1';

let world: World;
afterEach(() => world.stop());

/** Requests a user may still make for tiles: all but `left` are made at once. */
async function madeBut(left: number, userId: string): Promise<void> {
  const { limiter, clock } = world.ports;
  const window = { limit: LIMIT, milliseconds: MINUTE };
  const now = clock.now();
  for (let made = 0; made < LIMIT - left; made++) await limiter.take(`tiles:${userId}`, window, now);
}

test('tiles are served 20 000 times a minute to a user, apart from the limit per token, and then refused', async () => {
  world = await startService({ perMinute: PER_TOKEN });
  const { owner } = world;
  const { id } = (await owner.get('/me')).body.data;
  const first = await owner.get(TILE);
  expect([first.status, first.headers.get('x-ratelimit-limit')]).toEqual([200, String(LIMIT)]);
  for (let more = 0; more < PER_TOKEN + 5; more++) expect((await owner.get(TILE)).status).toBe(200);
  expect((await owner.get('/rooms')).headers.get('x-ratelimit-remaining')).toBe(String(PER_TOKEN - 2));
  await madeBut(PER_TOKEN + 5 + 1 + 1, id);
  const last = await owner.get(TILE);
  expect([last.status, last.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
  const refused = await owner.get('/audit/tile/entries/000.p/1');
  expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await owner.get('/rooms')).status).toBe(200);
});
