import { beforeEach, expect, test } from '@jest/globals';
import { MemoryRateLimiter } from '@strongroom/adapter-local';
import { HOUR, instant } from '@strongroom/domain';
import { Rates } from '../src/release/rates.ts';

const KEYS_AN_HOUR = 3000;
const UPLOADS_AN_HOUR = 10_000;
const ROOMS_A_DAY = 300;

let now: number;
let alarms: number;
let rates: Rates;
beforeEach(() => {
  now = 0;
  alarms = 0;
  const log = { info: () => undefined, warn: () => undefined, error: () => (alarms += 1) };
  rates = new Rates({ limiter: new MemoryRateLimiter(), clock: { now: () => instant(now) }, log });
});

const ANNA = { person: 'anna', room: 'one' } as const;

async function use(op: 'open' | 'export' | 'seal', times: number): Promise<void> {
  for (let used = 0; used < times; used++) await rates.chargeKey({ ...ANNA, op });
}

test('keys to read and keys for links count together, and keys of uploads apart from them', async () => {
  await use('open', KEYS_AN_HOUR - 1);
  await use('export', 1);
  await expect(rates.chargeKey({ ...ANNA, op: 'open' })).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  await expect(rates.chargeKey({ ...ANNA, op: 'export' })).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  await use('seal', UPLOADS_AN_HOUR);
  await expect(rates.chargeKey({ ...ANNA, op: 'seal' })).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  await rates.chargeKey({ ...ANNA, person: 'bob', op: 'open' });
  now += HOUR;
  await use('open', 1);
});

test('a key that was not released is given back where it was counted', async () => {
  await use('seal', UPLOADS_AN_HOUR);
  await rates.giveBackKey({ ...ANNA, op: 'open' });
  await expect(rates.chargeKey({ ...ANNA, op: 'seal' })).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  await rates.giveBackKey({ ...ANNA, op: 'seal' });
  await use('seal', 1);
});

test('half of a limit is an alarm', async () => {
  await use('open', KEYS_AN_HOUR / 2);
  expect(alarms).toBe(1);
});

test('a room counts once a day, and a key of one room too many counts neither key nor room', async () => {
  for (let room = 0; room < ROOMS_A_DAY; room++)
    for (let key = 0; key < 2; key++) await rates.chargeKey({ person: 'anna', room: String(room), op: 'open' });
  const refused = { code: 'RATE_LIMIT_EXCEEDED', rule: 'rooms-of-person' };
  for (let times = 0; times < 3; times++)
    await expect(rates.chargeKey({ person: 'anna', room: 'new', op: 'open' })).rejects.toMatchObject(refused);
  for (let key = 0; key < KEYS_AN_HOUR - 2 * ROOMS_A_DAY; key++)
    await rates.chargeKey({ person: 'anna', room: '7', op: 'open' });
  await expect(rates.chargeKey({ person: 'anna', room: '7', op: 'open' })).rejects.toMatchObject({
    rule: 'rate-of-person',
  });
});
