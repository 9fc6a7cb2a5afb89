import { afterEach, expect, jest, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { ConnectionLost } from '../connection/errors.ts';
import { DEADLINE_MS } from '../connection/options.ts';
import type { Statement } from '../connection/session.ts';
import type { Sessions } from '../connection/sessions.ts';
import { PostgresqlRateLimiter } from './postgresql-rate-limiter.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('a call that is late fails alone, and the others that share its statement are counted', async () => {
  let time = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => time);
  let tries = 0;
  const run = async ({ name }: Statement) => {
    if (name !== 'take') return [];
    tries += 1;
    if (tries > 1) return [0, 1].map((nth) => ({ nth, used: 1, ends_at: 60_001 }));
    // The server is restarted.
    time = DEADLINE_MS + 5;
    throw new ConnectionLost(false, new Error('refused'));
  };
  const limiter = new PostgresqlRateLimiter({ run, close: () => undefined, url: 'u' } as unknown as Sessions);
  const window = { limit: 5, milliseconds: 60_000 };
  const late = limiter.take('one', window, 1 as Instant);
  time = DEADLINE_MS - 10;
  const other = limiter.take('other', window, 1 as Instant);
  const [, outcome] = await Promise.allSettled([late, other]);
  expect(outcome).toMatchObject({ status: 'fulfilled', value: { allowed: true } });
  await limiter.close();
});
