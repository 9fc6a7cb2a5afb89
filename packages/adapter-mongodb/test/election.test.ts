import { expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { MongoClient } from 'mongodb';
import { openMongoRateLimiter } from '../src/index.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

const WINDOW = { limit: 3, milliseconds: 60_000 };
const NOW = 1_000_000 as Instant;

test('the limiter takes and gives back calls during an election once a new primary is chosen', async () => {
  const address = aDatabase();
  const limiter = await openMongoRateLimiter(address);
  const operator = await MongoClient.connect(address.url);
  await limiter.take('a', WINDOW, NOW);
  await limiter.take('a', WINDOW, NOW);

  await operator.db('admin').command({ replSetStepDown: 1, force: true });
  const [given, taken] = await Promise.all([limiter.giveBack('a', WINDOW, NOW), limiter.take('b', WINDOW, NOW)]);

  expect(given).toMatchObject({ allowed: true, remaining: 2 });
  expect(taken).toMatchObject({ allowed: true, remaining: 2 });
  await operator.close();
  await limiter.close();
});
