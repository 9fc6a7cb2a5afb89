/* oxlint-disable jest/expect-expect -- expectJson and expectRefusal assert */
import { afterEach, describe, expect, test } from '@jest/globals';
import { MemoryRateLimiter } from '@strongroom/adapter-local';
import { Unavailable } from '@strongroom/ports';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { type RawAnswer, rawRequest } from '../support/raw-connection.ts';
import { get, wire } from '../support/raw-requests.ts';
import { expectJson, expectRefusal } from './expectations.ts';

let service: FakeService;
afterEach(() => service.stop());

const ROOMS = '/api/v1/rooms';
const remaining = ({ headers }: RawAnswer): number => Number(headers.get('x-ratelimit-remaining')?.[0]);
const ask = (path: string, token: string | null = 'good', headers: readonly string[] = []) =>
  rawRequest(service.port, get(path, { token, headers }));

describe('each answer shows the bucket that was charged', () => {
  test('the valid token’s, one charge a request, whatever is answered', async () => {
    service = await fakeService({ perMinute: 10 });
    expect(remaining(await ask(ROOMS))).toBe(9);
    expect(remaining(await ask(`${ROOMS}?nope=1`))).toBe(8);
    expect(remaining(await ask(`${ROOMS}/x`))).toBe(7);
    expect(remaining(await ask(ROOMS, 'other'))).toBe(9);
  });

  test('else that of the address: public operations, wrong tokens, unknown routes, other methods, garbage', async () => {
    service = await fakeService({ perMinute: 10 });
    expect(remaining(await ask('/api/v1/open'))).toBe(9);
    expect(remaining(await ask(ROOMS, 'nobody'))).toBe(8);
    expect(remaining(await ask('/api/v1/nope'))).toBe(7);
    expect(remaining(await rawRequest(service.port, wire('PUT', ROOMS, [])))).toBe(6);
    expect(remaining(await rawRequest(service.port, 'GARBAGE\r\n\r\n'))).toBe(5);
    expect(remaining(await ask('/api/v1/rooms/%zz'))).toBe(4);
    expect(remaining(await ask(ROOMS))).toBe(9);
  });

  test('the end of the window in Unix seconds, rounded up', async () => {
    service = await fakeService();
    const before = Date.now();
    const reset = Number((await ask(ROOMS)).headers.get('x-ratelimit-reset')?.[0]);
    expect(reset).toBeGreaterThanOrEqual(Math.ceil((before + 60_000) / 1000));
    expect(reset).toBeLessThanOrEqual(Math.ceil((Date.now() + 60_000) / 1000));
  });
});

describe('beyond the limit', () => {
  test('a token is 429 with the seconds to wait, and costs nothing further', async () => {
    service = await fakeService({ perMinute: 2 });
    await ask(ROOMS);
    await ask(ROOMS);
    const seen = service.app.seen.length;
    const answer = await ask(ROOMS);
    expectRefusal(answer, 429, 'RATE_LIMIT_EXCEEDED');
    expect(remaining(answer)).toBe(0);
    const seconds = Number(answer.headers.get('retry-after')?.[0]);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(service.app.seen).toHaveLength(seen);
    expectJson(await ask(ROOMS, 'other'), 200);
  });

  test('an address is 429 instead of 401, and valid tokens go on', async () => {
    service = await fakeService({ perMinute: 2 });
    expectRefusal(await ask(ROOMS, 'nobody'), 401, 'TOKEN_INVALID');
    expectRefusal(await ask(ROOMS, null), 401, 'UNAUTHENTICATED');
    expectRefusal(await ask(ROOMS, 'nobody'), 429, 'RATE_LIMIT_EXCEEDED');
    expectRefusal(await ask(ROOMS, null), 429, 'RATE_LIMIT_EXCEEDED');
    expectRefusal(await ask('/api/v1/open'), 429, 'RATE_LIMIT_EXCEEDED');
    expectRefusal(await ask('/api/v1/nope'), 404, 'ROUTE_NOT_FOUND');
    expectRefusal(await rawRequest(service.port, 'GARBAGE\r\n\r\n'), 400, 'BAD_REQUEST');
    expectJson(await ask(ROOMS), 200);
  });

  test('a link is 429 by itself, and a link of the wrong form counts to the address', async () => {
    service = await fakeService({ perMinute: 2 });
    const [one, two] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    expect(remaining(await ask(`/api/v1/links/${one}`))).toBe(1);
    expect(remaining(await ask(`/api/v1/links/${one}`))).toBe(0);
    expectRefusal(await ask(`/api/v1/links/${one}`), 429, 'RATE_LIMIT_EXCEEDED');
    expect(remaining(await ask(`/api/v1/links/${two}`))).toBe(1);
    expect(remaining(await ask('/api/v1/links/nonsense'))).toBe(1);
    expect(remaining(await ask('/api/v1/links/more-nonsense'))).toBe(0);
    expectRefusal(await ask('/api/v1/open'), 429, 'RATE_LIMIT_EXCEEDED');
  });
});

describe('a user', () => {
  test('is refused with 429 beyond ten times the limit of a token, with the headers of the token', async () => {
    service = await fakeService({ perMinute: 2 });
    for (let n = 0; n < 10; n++) {
      expect(remaining(await ask(ROOMS, `good-${n}`))).toBe(1);
      expect(remaining(await ask(ROOMS, `good-${n}`))).toBe(0);
    }
    const answer = await ask(ROOMS, 'good-10');
    expectRefusal(answer, 429, 'RATE_LIMIT_EXCEEDED');
    expect(Number(answer.headers.get('retry-after')?.[0])).toBeGreaterThanOrEqual(1);
    expect(answer.headers.get('x-ratelimit-limit')).toEqual(['2']);
    expectJson(await ask(ROOMS, 'stranger'), 200);
  });

  test('loses nothing to the refused calls of one of their tokens', async () => {
    service = await fakeService({ perMinute: 2 });
    for (let n = 0; n < 40; n++) await ask(ROOMS, 'good-0');
    for (let n = 1; n < 10; n++) for (let m = 0; m < 2; m++) expectJson(await ask(ROOMS, `good-${n}`), 200);
  });
});

describe('an IPv6 caller', () => {
  const from = async (address: string) => ask('/api/v1/open', null, [`X-Forwarded-For: ${address}`]);

  test('is counted with all of their /64', async () => {
    service = await fakeService({ perMinute: 2, hops: 1 });
    expect(remaining(await from('2001:db8:1:2::1'))).toBe(1);
    expect(remaining(await from('2001:db8:1:2:ffff::2'))).toBe(0);
    expectRefusal(await from('2001:db8:1:2::3'), 429, 'RATE_LIMIT_EXCEEDED');
    expectJson(await from('2001:db8:1:3::1'), 200);
  });

  test('is counted with all of their /48, sixteen times as far', async () => {
    service = await fakeService({ perMinute: 1, hops: 1 });
    for (let n = 0; n < 16; n++) expectJson(await from(`2001:db8:7:${n}::1`), 200);
    expectRefusal(await from('2001:db8:7:99::1'), 429, 'RATE_LIMIT_EXCEEDED');
    expectJson(await from('2001:db8:8::1'), 200);
  });

  test('with an IPv4-mapped address is counted as that IPv4 address', async () => {
    service = await fakeService({ perMinute: 2, hops: 1 });
    expect(remaining(await from('::ffff:192.0.2.1'))).toBe(1);
    expect(remaining(await from('192.0.2.1'))).toBe(0);
    expect(remaining(await from('::ffff:192.0.2.2'))).toBe(1);
  });
});

describe('the address that is charged', () => {
  const from = (chain: string) => ask('/api/v1/open', null, [`X-Forwarded-For: ${chain}`]);

  test('is that of the connection unless proxies are trusted', async () => {
    service = await fakeService({ perMinute: 10 });
    expect(remaining(await from('1.1.1.1'))).toBe(9);
    expect(remaining(await from('2.2.2.2'))).toBe(8);
  });

  test('is named by the trusted proxies, and not by entries before theirs', async () => {
    service = await fakeService({ perMinute: 10, hops: 2 });
    expect(remaining(await from('9.9.9.9, 1.1.1.1, 10.0.0.1'))).toBe(9);
    expect(remaining(await from('8.8.8.8, 1.1.1.1, 10.0.0.2'))).toBe(8);
    expect(remaining(await from('::ffff:1.1.1.1, 10.0.0.2'))).toBe(7);
    expect(remaining(await from('1.1.1.1:4711, 10.0.0.2'))).toBe(6);
    expect(remaining(await from('2001:db8:0:0::1, 10.0.0.2'))).toBe(9);
    expect(remaining(await from('[2001:DB8::1]:443, 10.0.0.2'))).toBe(8);
    expect(remaining(await from('nonsense, 10.0.0.7'))).toBe(9);
    expect(remaining(await from('10.0.0.7'))).toBe(8);
  });
});

test('while the limiter is unavailable, counted requests get 503 and other refusals keep their code', async () => {
  const limiter = new MemoryRateLimiter();
  service = await fakeService({ limiter });
  limiter.take = () => Promise.reject(new Unavailable('limits'));
  limiter.takeChain = () => Promise.reject(new Unavailable('limits'));
  const answer = await ask(ROOMS);
  expectRefusal(answer, 503, 'SERVICE_UNAVAILABLE');
  expect(answer.headers.get('retry-after')).toEqual(['1']);
  expectRefusal(await ask('/api/v1/open'), 503, 'SERVICE_UNAVAILABLE');
  expectRefusal(await ask(ROOMS, 'nobody'), 503, 'SERVICE_UNAVAILABLE');
  expectRefusal(await ask('/api/v1/nope'), 404, 'ROUTE_NOT_FOUND');
  expectRefusal(await rawRequest(service.port, 'GARBAGE\r\n\r\n'), 400, 'BAD_REQUEST');
});

test('malformed HTTP is answered although the limiter hangs', async () => {
  const limiter = new MemoryRateLimiter();
  service = await fakeService({ limiter });
  limiter.take = () => new Promise(() => undefined);
  limiter.takeChain = () => new Promise(() => undefined);
  expectRefusal(await rawRequest(service.port, 'GARBAGE\r\n\r\n'), 400, 'BAD_REQUEST');
});
