import { rateLimiterSuite } from '@strongroom/contract-tests';
import { RedisServer } from './redis-server.js';

// `ADAPTER=../start/index.js` runs the suite against the first step.
const { openRateLimiter } = await import(process.env.ADAPTER ?? '../src/index.js');

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
