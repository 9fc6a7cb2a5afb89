import { rateLimiterSuite } from '@strongroom/contract-tests';
import { openPostgresqlRateLimiter } from '../src/index.ts';
import { anEmptyDatabase, withPostgresql } from './setting.ts';

withPostgresql();

rateLimiterSuite('limits in PostgreSQL', async () => {
  const address = await anEmptyDatabase();
  const [limiter, sibling] = await Promise.all([
    openPostgresqlRateLimiter(address),
    openPostgresqlRateLimiter(address),
  ]);
  const end = async (): Promise<void> => {
    await Promise.all([limiter.close(), sibling.close()]);
  };
  return { limiter, sibling, remembered: () => limiter.size(), end };
});
