import { rateLimiterSuite } from '@strongroom/contract-tests';
import { openRateLimiter } from '../src/index.js';
import { RedisServer } from './redis-server.js';

/** @type {RedisServer} */
let server;
beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.stop());

rateLimiterSuite('limits in Redis', async () => {
  await server.empty();
  const settings = { URL: server.url };
  const [limiter, sibling] = [await openRateLimiter({ settings }), await openRateLimiter({ settings })];
  const end = async () => {
    await limiter.close();
    await sibling.close();
  };
  return { limiter, sibling, remembered: () => server.buckets(), end };
});
