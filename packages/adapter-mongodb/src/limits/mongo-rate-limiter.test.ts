import { afterEach, expect, jest, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { Outage, systemTimers } from '@strongroom/store-kit';
import { MongoServerError } from 'mongodb';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { DEADLINE_MS } from '../connection/options.ts';
import { MongoRateLimiter } from './mongo-rate-limiter.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('a call that is late fails alone, and the others that share its write are counted', async () => {
  let time = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => time);
  let tries = 0;
  const connection = {
    outage: (probe: () => Promise<unknown>) => new Outage(probe, systemTimers, new Set()),
    run: async (command: object) => {
      if ('delete' in command) return {};
      tries += 1;
      // The server elects another primary.
      if (tries > 1) return { value: null };
      time = DEADLINE_MS + 5;
      throw new MongoServerError({ message: 'not primary', code: 10_107 });
    },
    close: async () => undefined,
  } as unknown as MongoConnection;
  const limiter = new MongoRateLimiter(connection);
  const window = { limit: 5, milliseconds: 60_000 };
  const late = limiter.take('bucket', window, 1 as Instant);
  time = DEADLINE_MS - 10;
  const other = limiter.take('bucket', window, 1 as Instant);
  const [, outcome] = await Promise.allSettled([late, other]);
  expect(outcome).toMatchObject({ status: 'fulfilled', value: { allowed: true } });
  await limiter.close();
});
