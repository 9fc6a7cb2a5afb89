import { beforeEach, expect, test } from '@jest/globals';
import { MemoryRateLimiter } from '@strongroom/adapter-local';
import { HOUR, instant } from '@strongroom/domain';
import { ReleaseRates } from '../src/release/rates.ts';

const KEYS_AN_HOUR = 4000;
const ROOMS_A_DAY = 300;

let now: number;
let alarms: number;
let rates: ReleaseRates;
beforeEach(() => {
  now = 0;
  alarms = 0;
  const log = { info: () => undefined, warn: () => undefined, error: () => (alarms += 1) };
  rates = new ReleaseRates({
    limiter: new MemoryRateLimiter(),
    clock: { now: () => instant(now) },
    log,
    keysPerHour: KEYS_AN_HOUR,
  });
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
  await use('seal', KEYS_AN_HOUR);
  await expect(rates.chargeKey({ ...ANNA, op: 'seal' })).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  await rates.chargeKey({ ...ANNA, person: 'bob', op: 'open' });
  now += HOUR;
  await use('open', 1);
});

test('a key that was not released is given back to the limit that counted it', async () => {
  await use('seal', KEYS_AN_HOUR);
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

test('a refusal says when the next keys are released, and its seconds are exact', async () => {
  await use('open', 1);
  now += 600_000;
  await use('open', KEYS_AN_HOUR - 1);
  const refusal = await rates.chargeKey({ ...ANNA, op: 'open' }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    retryAfter: 3000,
    message: 'This is more than 4000 keys in an hour; the next keys are released at 1970-01-01T01:00:00Z.',
  });
  now += 3_000_000;
  await use('open', 1);
});

test('one key of an hour makes them many, also after keys were given back', async () => {
  const many: number[] = [];
  const count = async (from: number, to: number): Promise<void> => {
    for (let key = from; key <= to; key++) if (await rates.chargeKey({ ...ANNA, op: 'open' })) many.push(key);
  };
  await count(1, 3002);
  for (let key = 0; key < 3; key++) await rates.giveBackKey({ ...ANNA, op: 'open' });
  await count(3000, 3100);
  expect(many).toEqual([3001]);
  now += HOUR;
  await count(1, 3001);
  expect(many).toEqual([3001, 3001]);
});

test('a limit of a label counts apart, refuses nothing else, and gives back with its key', async () => {
  const labels = [{ label: 'C3', keysPerHour: 2 }];
  const secret = () => rates.chargeKey({ ...ANNA, op: 'open', labels });
  await secret();
  await secret();
  await expect(secret()).rejects.toMatchObject({
    rule: 'rate-of-person',
    message: expect.stringContaining('more than 2 keys of files labelled C3 or higher in an hour'),
  });
  await use('open', KEYS_AN_HOUR - 2);
  await expect(use('open', 1)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  await rates.giveBackKey({ ...ANNA, op: 'open', labels });
  await secret();
  // Own uploads of that label count with the uploads.
  await rates.chargeKey({ ...ANNA, op: 'seal', labels });
});

test('hosts of a /64 share a limit, and a /48 has that of sixteen', async () => {
  const host = (network: number, number: number) =>
    rates.chargeAddress(`2001:DB8:1:${network.toString(16)}::${number}`);
  for (let number = 0; number < 1000; number++) await host(1, number);
  const refused = { code: 'RATE_LIMIT_EXCEEDED', rule: 'rate-of-address', retryAfter: 60 };
  await expect(host(1, 5000)).rejects.toMatchObject(refused);
  for (let network = 2; network <= 16; network++)
    for (let number = 0; number < 1000; number++) await host(network, number);
  await expect(host(17, 1)).rejects.toMatchObject(refused);
  await rates.chargeAddress('2001:db8:2::1');
  for (let number = 0; number < 1000; number++) await rates.chargeAddress('192.0.2.1');
  await expect(rates.chargeAddress('192.0.2.1')).rejects.toMatchObject(refused);
  await rates.chargeAddress('192.0.2.2');
});
