import { afterEach, expect, jest, test } from '@jest/globals';
import { Strongroom, type StrongroomOptions } from '@strongroom/client';
import { failureOf } from './failure.ts';
import { giving, type Reaction, refusing, type StandIn, standIn } from './service-stand-in.ts';
import { notedTime, recordedWaits } from './waits.ts';

let service: StandIn | undefined;
afterEach(() => service?.end());

const ROOM = { name: 'falcon', classification: 'C2' };
const MADE = giving({ id: 'a room' });

/** A client of a service that sends these responses in order, and then repeats the last one. */
async function meeting(reactions: readonly Reaction[], options: Partial<StrongroomOptions> = {}) {
  const noted = notedTime();
  service = await standIn((_, index) => reactions[Math.min(index, reactions.length - 1)] ?? 'break');
  const client = new Strongroom({ url: service.url, token: 'srt_secret', time: noted.time, ...options });
  return { client, pauses: noted.pauses, came: service.came };
}

test('the client waits for Retry-After when rate-limited, and reports the wait', async () => {
  const { onWait, reported } = recordedWaits();
  const limit = refusing(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '17' });
  const { client, pauses } = await meeting([limit, limit, MADE], { onWait });
  expect(await client.rooms.create(ROOM)).toEqual({ id: 'a room' });
  expect(pauses).toEqual([17_000, 17_000]);
  const wait = { milliseconds: 17_000, until: new Date(17_000), code: 'RATE_LIMIT_EXCEEDED' };
  expect(reported).toEqual([wait, wait]);
});

test('the client waits no longer than its maximum, and passes on the error of the service', async () => {
  const limit = refusing(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '40' });
  const { client, pauses } = await meeting([limit], { waiting: 100_000 });
  const error = await failureOf(client.rooms.create(ROOM));
  expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429, retryAfter: 40, attempts: 3 });
  expect(error).toMatchObject({ message: 'It is RATE_LIMIT_EXCEEDED.', requestId: 'the request' });
  expect(pauses).toEqual([40_000, 40_000]);
});

test('the client ends a wait at once on an abort', async () => {
  const limit = refusing(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '60' });
  const stop = new AbortController();
  const { client } = await meeting([limit], {
    time: undefined,
    onWait: () => queueMicrotask(() => stop.abort(new Error('enough'))),
  });
  await expect(client.rooms.create(ROOM, { signal: stop.signal })).rejects.toThrow('enough');
});

test.each<[string, Reaction]>([
  ['a service that is not available', refusing(503, 'SERVICE_UNAVAILABLE', { 'Retry-After': '2' })],
  ['a connection that breaks', 'break'],
  ['a gateway without words', { status: 502, bytes: Buffer.from('<html>') }],
])('the client retries after %s with the same idempotency key', async (_, reaction) => {
  const { client, came } = await meeting([reaction, reaction, MADE]);
  expect(await client.rooms.create(ROOM)).toEqual({ id: 'a room' });
  const names = came.map(({ headers }) => headers['idempotency-key']);
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(1);
  expect(names[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(came.map(({ body }) => body.toString())).size).toBe(1);
});

test('the client retries a bounded number of times with exponential backoff and jitter', async () => {
  const { client, pauses, came } = await meeting(['break'], { attempts: 4 });
  const error = await failureOf(client.rooms.create(ROOM));
  expect(error).toMatchObject({ code: 'CONNECTION_LOST', status: 0, attempts: 4 });
  expect(came).toHaveLength(4);
  expect(pauses).toEqual([250, 500, 1000]);
  const others = notedTime(0.999);
  await failureOf(new Strongroom({ url: service?.url ?? '', attempts: 4, time: others.time }).rooms.create(ROOM));
  expect(others.pauses).toEqual([500, 1000, 1999]);
});

test('the client never retries before Retry-After', async () => {
  const { client, pauses } = await meeting([refusing(503, 'STORAGE_UNAVAILABLE', { 'Retry-After': '5' }), MADE]);
  await client.rooms.create(ROOM);
  expect(pauses).toEqual([5000]);
});

test('the client uses a new idempotency key for each call, or the key of the caller', async () => {
  const { client, came } = await meeting([MADE]);
  await client.rooms.create(ROOM);
  await client.rooms.create(ROOM);
  await client.rooms.create(ROOM, { idempotencyKey: 'mine' });
  const [first, second, third] = came.map(({ headers }) => headers['idempotency-key']);
  expect(first).not.toBe(second);
  expect(third).toBe('mine');
});

test('the client sends an idempotency key with every write and with no read', async () => {
  const { client, came } = await meeting([giving({})]);
  await client.rooms.edit('a', { name: 'b' });
  await client.rooms.delete('a');
  await client.rooms.get('a');
  expect(came.map(({ method, headers }) => [method, headers['idempotency-key'] !== undefined])).toEqual([
    ['PATCH', true],
    ['DELETE', true],
    ['GET', false],
  ]);
});

test('the client waits for its own request in progress, and not for one of another caller', async () => {
  const running = refusing(409, 'IDEMPOTENCY_CONFLICT');
  const own = await meeting(['break', running, MADE]);
  expect(await own.client.rooms.create(ROOM)).toEqual({ id: 'a room' });
  await service?.end();
  const other = await meeting([running, MADE]);
  expect(await failureOf(other.client.rooms.create(ROOM))).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', attempts: 1 });
});

test.each([
  [400, 'VALIDATION_ERROR'],
  [403, 'INSUFFICIENT_SCOPE'],
  [404, 'ROOM_NOT_FOUND'],
  [500, 'INTERNAL_ERROR'],
])('the client does not retry after %i %s', async (status, code) => {
  const { client, came } = await meeting([refusing(status, code)]);
  expect(await failureOf(client.rooms.create(ROOM))).toMatchObject({ status, code, attempts: 1 });
  expect(came).toHaveLength(1);
});

test('the client times out and retries when the service does not answer', async () => {
  const TIMEOUT = 5000;
  // The client's clock stands still until a request hangs. The connection keeps the timers of the platform.
  jest.useFakeTimers();
  let hanging = 1;
  service = await standIn((_, index) => {
    if (index < hanging) jest.advanceTimersByTime(TIMEOUT);
    return index < hanging ? 'hang' : MADE;
  });
  const client = new Strongroom({ url: service.url, time: notedTime().time, timeout: TIMEOUT, attempts: 2 });
  try {
    expect(await client.rooms.create(ROOM)).toEqual({ id: 'a room' });
    expect(service.came).toHaveLength(2);
    hanging = Number.POSITIVE_INFINITY;
    expect(await failureOf(client.rooms.create(ROOM))).toMatchObject({ code: 'TIMED_OUT', attempts: 2 });
  } finally {
    jest.useRealTimers();
  }
});

test('the client ends a running call on an abort, with the reason of the abort', async () => {
  const stop = new AbortController();
  service = await standIn(() => {
    stop.abort(new Error('no longer wanted'));
    return 'hang';
  });
  const client = new Strongroom({ url: service.url });
  await expect(client.rooms.create(ROOM, { signal: stop.signal })).rejects.toThrow('no longer wanted');
  await expect(client.rooms.create(ROOM, { signal: stop.signal })).rejects.toThrow('no longer wanted');
  expect(service.came).toHaveLength(1);
});
