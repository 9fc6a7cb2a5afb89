import { Redis, redisAddress } from './redis.js';
import { RedisRateLimiter } from './redis-rate-limiter.js';

export { PORTS_VERSION as portsVersion } from '@strongroom/ports';

/**
 * Opens rate limits in Redis. The service reads STRONGROOM_LIMITS_MODULE_URL and gives it as `settings.URL`.
 *
 * @type {import('@strongroom/ports').OpenRateLimiter}
 */
export const openRateLimiter = async ({ settings }) => {
  const limiter = new RedisRateLimiter(new Redis(redisAddress(settings.URL)));
  await limiter.check();
  return limiter;
};

/**
 * For `strongroom-admin doctor`: asks the server and changes nothing.
 *
 * @type {import('@strongroom/ports').Inspect}
 */
export const inspectRateLimiter = async ({ settings }) => {
  let redis;
  try {
    redis = new Redis(redisAddress(settings.URL));
  } catch (error) {
    return { state: 'unfit', reason: error instanceof Error ? error.message : String(error) };
  }
  try {
    await redis.send('PING');
    return { state: 'fits', text: 'reaches Redis' };
  } catch {
    return { state: 'unreachable', reason: 'gets no answer of Redis' };
  } finally {
    redis.close();
  }
};
