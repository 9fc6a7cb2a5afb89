import { inspectRateLimiter, openRateLimiter } from '../src/index.js';
import { RedisServer } from './redis-server.js';

const WINDOW = { limit: 5, milliseconds: 60_000 };

let server;
beforeEach(async () => {
  server = await RedisServer.start();
});
afterEach(() => server.stop());

const open = () => openRateLimiter({ settings: { URL: server.url } });

test('counts again after Redis was killed and started', async () => {
  const limiter = await open();
  expect((await limiter.take('a', WINDOW, 0)).remaining).toBe(4);
  await server.kill();
  await expect(limiter.take('a', WINDOW, 0)).rejects.toMatchObject({ name: 'Unavailable', dependency: 'limits' });
  await expect(limiter.check()).rejects.toMatchObject({ name: 'Unavailable' });
  await server.restart();
  expect((await limiter.take('a', WINDOW, 0)).remaining).toBe(4);
  await limiter.close();
});

test('gives up on a server that accepts and never answers', async () => {
  const limiter = await open();
  server.freeze();
  await expect(limiter.take('a', WINDOW, 0)).rejects.toMatchObject({ name: 'Unavailable' });
  await limiter.close();
});

test.each([undefined, '', 'localhost', 'http://localhost', 'redis://user:hunter2@localhost'])(
  'refuses the address %s, and does not repeat it',
  async (URL) => {
    const settings = URL === undefined ? {} : { URL };
    await expect(openRateLimiter({ settings })).rejects.toThrow(/^STRONGROOM_LIMITS_MODULE_URL must be .*PATH$/);
    expect(await inspectRateLimiter({ settings })).toMatchObject({ state: 'unfit' });
  },
);

test('inspects a server that answers, and one that is gone', async () => {
  const settings = { URL: server.url };
  expect(await inspectRateLimiter({ settings })).toEqual({ state: 'fits', text: 'reaches Redis' });
  await server.kill();
  expect(await inspectRateLimiter({ settings })).toMatchObject({ state: 'unreachable' });
});
