import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rateLimiterSuite } from '@strongroom/contract-tests';
import { MemoryRateLimiter, SqliteRateLimiter } from '../src/index.ts';

rateLimiterSuite('limits in memory', async () => {
  const limiter = new MemoryRateLimiter();
  return { limiter, sibling: limiter, remembered: async () => limiter.size, end: () => limiter.close() };
});

rateLimiterSuite('limits in SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-limits-'));
  const file = join(folder, 'limits.db');
  const [limiter, sibling] = await Promise.all([SqliteRateLimiter.open({ file }), SqliteRateLimiter.open({ file })]);
  const end = async (): Promise<void> => {
    await Promise.all([limiter.close(), sibling.close()]);
    await rm(folder, { recursive: true });
  };
  return { limiter, sibling, remembered: () => limiter.size(), end };
});
