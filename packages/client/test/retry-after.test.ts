import { afterEach, expect, jest, test } from '@jest/globals';
import { Strongroom, type StrongroomOptions } from '@strongroom/client';
import { afterAnyTime } from '../src/http/long-timer.ts';
import { secondsToWait } from '../src/http/retry-after.ts';
import { failureOf } from './failure.ts';
import { giving, refusing, type StandIn, standIn } from './service-stand-in.ts';
import { notedTime } from './waits.ts';

let service: StandIn | undefined;
afterEach(async () => {
  jest.useRealTimers();
  await service?.end();
  service = undefined;
});

const DAY = 86_400;
const NOW = Date.UTC(1994, 10, 6, 8, 49, 37);

test.each<[string, number | undefined, string?]>([
  ['17', 17],
  ['0', 0],
  ['34560013', 34_560_013],
  ['9'.repeat(400), 1e9],
  ['Sun, 06 Nov 1994 08:50:07 GMT', 30],
  ['Sunday, 06-Nov-94 08:50:07 GMT', 30],
  ['Sun Nov  6 08:50:07 1994', 30],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ['Sun, 06 Nov 1994 08:50:07 GMT', 10, 'Sun, 06 Nov 1994 08:49:57 GMT'],
  ['Sun, 06 Nov 1994 08:50:07 GMT', 30, 'yesterday'],
  ['1.5', 60],
  ['-3', 60],
  ['soon', 60],
  ['Sun, 99 Nov 1994 08:49:37 GMT', 60],
  ['', undefined],
])('Retry-After %j asks to wait for %j seconds', (header, seconds, date = '') => {
  expect(secondsToWait(new Headers({ 'Retry-After': header, Date: date }), () => NOW)).toBe(seconds);
});

async function limited(headers: Readonly<Record<string, string>>, options: Partial<StrongroomOptions> = {}) {
  const noted = notedTime();
  service = await standIn(() => refusing(429, 'RATE_LIMIT_EXCEEDED', headers));
  const client = new Strongroom({ url: service.url, token: 'srt_secret', time: noted.time, ...options });
  return { error: await failureOf(client.rooms.get('a')), pauses: noted.pauses, came: service.came };
}

test('a limit of 400 days ends the call at once, with that time', async () => {
  const { error, pauses, came } = await limited({ 'Retry-After': '34560013' }, { waiting: 900_000 });
  expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429, retryAfter: 34_560_013, attempts: 1 });
  expect([pauses, came.length]).toEqual([[], 1]);
});

test('limits without a time are met with longer pauses, until the budget is used up', async () => {
  const { error, pauses, came } = await limited({}, { waiting: 60_000 });
  expect(error).toMatchObject({ status: 429, attempts: came.length });
  expect(pauses.slice(0, 6)).toEqual([250, 500, 1000, 2000, 4000, 5000]);
  expect(came.length).toBeLessThan(20);
});

test('a time that cannot be read is a minute', async () => {
  const { pauses } = await limited({ 'Retry-After': 'soon' }, { waiting: 150_000 });
  expect(pauses).toEqual([60_000, 60_000]);
});

test('a request waits until the date in Retry-After', async () => {
  service = await standIn((_, index) =>
    index > 0
      ? giving({ id: 'a' })
      : refusing(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': new Date(Date.now() + 9000).toUTCString() }),
  );
  const noted = notedTime();
  await new Strongroom({ url: service.url, token: 'srt_secret', time: noted.time }).rooms.get('a');
  expect(noted.pauses[0]).toBeGreaterThanOrEqual(8000);
  expect(noted.pauses[0]).toBeLessThanOrEqual(10_000);
});

test('a timer of 400 days rings after 400 days, and not at once', () => {
  jest.useFakeTimers();
  const rung: string[] = [];
  afterAnyTime(400 * DAY * 1000, () => rung.push('first'));
  const cancel = afterAnyTime(400 * DAY * 1000, () => rung.push('cancelled'));
  jest.advanceTimersByTime(399 * DAY * 1000);
  expect(rung).toEqual([]);
  cancel();
  jest.advanceTimersByTime(DAY * 1000);
  expect(rung).toEqual(['first']);
  expect(jest.getTimerCount()).toBe(0);
});
