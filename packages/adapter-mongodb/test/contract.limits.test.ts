import { rateLimiterSuite } from '@strongroom/contract-tests';
import { openMongoRateLimiter } from '../src/index.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

rateLimiterSuite('limits in MongoDB', async () => {
  const address = aDatabase();
  const [limiter, sibling] = await Promise.all([openMongoRateLimiter(address), openMongoRateLimiter(address)]);
  const end = async (): Promise<void> => {
    await Promise.all([limiter.close(), sibling.close()]);
  };
  return { limiter, sibling, remembered: () => limiter.size(), end };
});
