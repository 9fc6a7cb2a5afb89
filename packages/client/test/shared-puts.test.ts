import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Bytes } from '../src/content/bytes.ts';
import { type Clock, systemClock } from '../src/http/clock.ts';
import type { Fetch } from '../src/http/connection-errors.ts';
import { SharedPuts } from '../src/transfer/shared-puts.ts';

const SERVICE = 'https://rooms.example/api/v1';

/** Requests that a test answers: with the status of each object, or as a whole. */
function requests(clock: Clock = systemClock) {
  const sent: Readonly<{ url: string; body: string; answer: (how: readonly number[] | Response | Error) => void }>[] =
    [];
  const fetch: Fetch = (url, { body, signal }) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      sent.push({
        url,
        body: body instanceof Uint8Array ? new TextDecoder().decode(body) : '',
        answer: (how) => {
          if (how instanceof Error) reject(how);
          else if (how instanceof Response) resolve(how);
          else resolve(Response.json({ data: how.map((status, index) => ({ index, status })) }));
        },
      });
    });
  const shared = new SharedPuts(SERVICE, { fetch, timeout: 30_000 }, clock);
  return { sent, shared };
}

const bytes = (text: string): Bytes => new TextEncoder().encode(text);
const addressOf = (name: string) => `https://rooms.example/blobs/${name}?expires=1&signature=s`;
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
};

test('objects that are ready together share a request, and each is stored or goes alone', async () => {
  const { sent, shared } = requests();
  const stored = ['a', 'b', 'c'].map((name) => shared.put(addressOf(name), bytes(`of ${name}`), undefined));
  await until(() => sent.length === 1);
  expect(sent[0]?.url).toBe('https://rooms.example/blobs');
  const line = (name: string) => `/blobs/${name}?expires=1&signature=s 4\nof ${name}`;
  expect(sent[0]?.body).toBe(line('a') + line('b') + line('c'));
  sent[0]?.answer([200, 429, 200]);
  expect(await Promise.all(stored)).toEqual([true, false, true]);
});

test('an object without company goes alone', async () => {
  const { sent, shared } = requests();
  expect(await shared.put(addressOf('a'), bytes('a'), undefined)).toBe(false);
  expect(sent).toEqual([]);
});

test('two requests are on their way, and what comes meanwhile shares the next one', async () => {
  const { sent, shared } = requests();
  const put = (name: string) => shared.put(addressOf(name), bytes(name), undefined);
  const stored = Array.from({ length: 50 }, (_, at) => put(`first-${at}`));
  stored.push(...Array.from({ length: 50 }, (_, at) => put(`second-${at}`)));
  stored.push(...Array.from({ length: 30 }, (_, at) => put(`third-${at}`)));
  expect(sent).toHaveLength(2);
  sent[0]?.answer(Array(50).fill(200));
  await until(() => sent.length === 3);
  sent[1]?.answer(Array(50).fill(200));
  sent[2]?.answer(Array(30).fill(200));
  expect(await Promise.all(stored)).toEqual(Array(130).fill(true));
});

test('a request holds no more than half a megabyte', async () => {
  const { sent, shared } = requests();
  for (let at = 0; at < 20; at++) void shared.put(addressOf(String(at)), new Uint8Array(64 * 1024), undefined);
  await until(() => sent.length === 2);
  for (const { body } of sent) expect(body.length).toBeLessThan(512 * 1024);
});

test('a request on a slow line holds less than one on a fast line', async () => {
  let now = 0;
  const { sent, shared } = requests({ ...systemClock, now: () => now });
  const put = (count: number) =>
    Array.from({ length: count }, (_, at) => shared.put(addressOf(String(at)), new Uint8Array(10_240), undefined));
  const answered = async (at: number, milliseconds: number) => {
    await until(() => sent.length > at);
    now += milliseconds;
    sent[at]?.answer(Array(50).fill(200));
  };
  await Promise.all([...put(3), answered(0, 1)]);
  await turn();
  await Promise.all([...put(45), answered(1, 60_000)]);
  await turn();
  void put(45);
  await until(() => sent.length > 2);
  expect(sent[1]?.body.length).toBeGreaterThan(448 * 1024);
  expect(sent[2]?.body.length).toBeLessThan(80 * 1024);
});

test('objects are sent one by one after a broken line, and later ones share requests again', async () => {
  const { sent, shared } = requests();
  const put = (name: string) => shared.put(addressOf(name), bytes(name), undefined);
  const stored = [put('a'), put('b')];
  await until(() => sent.length === 1);
  sent[0]?.answer(new TypeError('the line broke'));
  expect(await Promise.all(stored)).toEqual([false, false]);
  expect(shared.takes(1)).toBe(true);
  void put('c');
  void put('d');
  await until(() => sent.length === 2);
});

test.each([
  ['an older service', Response.json({ error: { code: 'ROUTE_NOT_FOUND' } }, { status: 404 })],
  ['a page in between', new Response('<html>Sign in</html>', { headers: { 'Content-Type': 'text/html' } })],
])('%s gets no other such request', async (_, answer) => {
  const { sent, shared } = requests();
  const stored = [shared.put(addressOf('a'), bytes('a'), undefined), shared.put(addressOf('b'), bytes('b'), undefined)];
  await until(() => sent.length === 1);
  sent[0]?.answer(answer);
  expect(await Promise.all(stored)).toEqual([false, false]);
  expect(shared.takes(1)).toBe(false);
});

test('a service that restarts gets the next ones again', async () => {
  const { sent, shared } = requests();
  const stored = [shared.put(addressOf('a'), bytes('a'), undefined), shared.put(addressOf('b'), bytes('b'), undefined)];
  await until(() => sent.length === 1);
  sent[0]?.answer(new Response('', { status: 503 }));
  expect(await Promise.all(stored)).toEqual([false, false]);
  expect(shared.takes(1)).toBe(true);
});

test('a cancelled object ends at once, and its request goes on for the others', async () => {
  const { sent, shared } = requests();
  const cancel = new AbortController();
  const reason = new Error('cancelled');
  const cancelled = shared.put(addressOf('a'), bytes('a'), cancel.signal).catch((error: unknown) => error);
  const other = shared.put(addressOf('b'), bytes('b'), undefined);
  await until(() => sent.length === 1);
  cancel.abort(reason);
  expect(await cancelled).toBe(reason);
  sent[0]?.answer([200, 200]);
  expect(await other).toBe(true);
});

test('a cancelled transfer ends every object that waits, however many there are', async () => {
  const { sent, shared } = requests();
  const cancel = new AbortController();
  const reason = new Error('cancelled');
  const put = (name: string) =>
    shared.put(addressOf(name), bytes(name), cancel.signal).catch((error: unknown) => error);
  const ended = Array.from({ length: 330 }, (_, at) => put(String(at)));
  expect(sent).toHaveLength(2);
  cancel.abort(reason);
  expect(new Set(await Promise.all(ended))).toEqual(new Set([reason]));
  expect(sent).toHaveLength(2);
});

test('large objects do not share requests', () => {
  const { shared } = requests();
  expect([shared.takes(65_536), shared.takes(65_537)]).toEqual([true, false]);
});
