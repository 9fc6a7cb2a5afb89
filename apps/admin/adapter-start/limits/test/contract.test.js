import { rateLimiterSuite } from '@strongroom/contract-tests';
import { openRateLimiter } from '../src/index.js';

/** An opener gets these. Each variable STRONGROOM_LIMITS_MODULE_NAME is one of `settings`. */
const opening = {
  settings: {},
  clock: { now: () => Date.now(), pause: async () => undefined },
  baseUrl: () => 'http://127.0.0.1:8080',
  signingKey: new Uint8Array(32),
};

rateLimiterSuite('limits in your system', async () => {
  const [limiter, sibling] = [await openRateLimiter(opening), await openRateLimiter(opening)];
  const end = async () => {
    await limiter.close();
    await sibling.close();
  };
  // `remembered` counts the buckets that your system holds: ask the system, and not your adapter.
  return { limiter, sibling, remembered: async () => -1, end };
});
