import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SqliteRateLimiter, systemClock } from '@strongroom/adapter-local';
import { aFolder, aStoppedService, strongroomAdminHere } from './setting.ts';

const WINDOW = { limit: 1, milliseconds: 60_000 };

/** A data folder in which limits refuse some callers. */
async function aFullStore(buckets: readonly string[]) {
  const data = await aStoppedService();
  const limiter = await SqliteRateLimiter.open({ file: join(data, 'limits.db') });
  const take = async (bucket: string) => (await limiter.take(bucket, WINDOW, systemClock.now())).allowed;
  for (const bucket of buckets) await take(bucket);
  return { data, take, close: () => limiter.close() };
}

const clear = (data: string, ...more: readonly string[]) =>
  strongroomAdminHere(['limits', '--clear', ...more, '--data-dir', data]);

test('limits --clear starts the counts of one caller from zero, while the store is in use', async () => {
  const { data, take, close } = await aFullStore(['user:u-1', 'tiles:u-1', 'user:u-2']);
  expect(await clear(data, '--of', 'u-1')).toEqual({ code: 0, out: '2 counts start from zero.\n', err: '' });
  expect([await take('user:u-1'), await take('tiles:u-1'), await take('user:u-2')]).toEqual([true, true, false]);
  await close();
});

test('limits --clear takes the folder of a key service, which has limits and no documents of rooms', async () => {
  const data = await aFolder();
  const limiter = await SqliteRateLimiter.open({ file: join(data, 'limits.db') });
  await limiter.take('keys:u-1', WINDOW, systemClock.now());
  expect(await clear(data)).toMatchObject({ code: 0, out: '1 count starts from zero.\n' });
  await limiter.close();
});

test('limits --clear starts all counts from zero', async () => {
  const { data, take, close } = await aFullStore(['user:u-1', 'address:203.0.113.7']);
  expect(await clear(data)).toMatchObject({ code: 0, out: '2 counts start from zero.\n' });
  expect([await take('user:u-1'), await take('address:203.0.113.7')]).toEqual([true, true]);
  await close();
});

test('limits --clear asks for a confirmation, and takes no empty name', async () => {
  const { data, take, close } = await aFullStore(['user:u-1']);
  expect(await strongroomAdminHere(['limits', '--data-dir', data])).toMatchObject({
    code: 2,
    err: expect.stringContaining('say --clear'),
  });
  expect(await clear(data, '--of', '')).toMatchObject({ code: 2 });
  expect(await take('user:u-1')).toBe(false);
  await close();
});
