import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { systemClock } from '../src/http/clock.ts';
import { StoreSeats } from '../src/transfer/seats.ts';
import { SharedPuts } from '../src/transfer/shared-puts.ts';

const SERVICE = 'https://rooms.example/api/v1';
/** Larger than objects that share a request. */
const SIZE = 100_000;

const sharedPuts = () =>
  new SharedPuts(SERVICE, { fetch: () => Promise.reject(new Error('the line broke')), timeout: 1000 }, systemClock);

/** Uploads that end when a test says so. */
function uploads() {
  const under: Readonly<{ name: string; end: (error?: Error) => void }>[] = [];
  const { send } = new StoreSeats(SERVICE, sharedPuts()).seated<string, string>({
    withKey: () => Promise.reject(new Error('not asked for')),
    send: (name) => () =>
      new Promise((resolve, reject) => {
        under.push({ name, end: (error) => (error === undefined ? resolve({ iv: '', tag: '' }) : reject(error)) });
      }),
  });
  const start = (name: string, url: string) =>
    send(name, SIZE, { signal: undefined })({ url, inParts: undefined }, 'key').catch((error: Error) => error.message);
  return { under, start };
}

test('eight objects are on their way to the store of the service, and another one begins as one ends, or fails', async () => {
  const { under, start } = uploads();
  const ended = Array.from({ length: 20 }, (_, at) => start(String(at), `https://rooms.example/blobs/${at}?sig=s`));
  await turn();
  expect(under.map(({ name }) => name)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  under[3]?.end();
  await turn();
  under[0]?.end(new Error('the line broke'));
  await turn();
  expect(under.map(({ name }) => name).slice(8)).toEqual(['8', '9']);
  for (let at = 0; at < 20; at++) {
    under[at]?.end();
    await turn();
  }
  expect(under.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, at) => String(at)));
  expect(await ended[0]).toBe('the line broke');
  await Promise.all(ended);
  void start('later', 'https://rooms.example/blobs/later');
  await turn();
  expect(under.at(-1)?.name).toBe('later');
});

test('a store elsewhere gets as many as there are', async () => {
  const { under, start } = uploads();
  for (let at = 0; at < 20; at++) void start(String(at), `https://rooms.example.store/${at}`);
  await turn();
  expect(under).toHaveLength(20);
});

test('small objects wait together without a seat, and take one to go alone', async () => {
  const alone: string[] = [];
  let waiting = 0;
  const { send } = new StoreSeats(SERVICE, sharedPuts()).seated<string, string>({
    withKey: () => Promise.reject(new Error('not asked for')),
    send:
      (name, _, { share }) =>
      async ({ url }) => {
        if (!(await share?.stored(url, new Uint8Array(1))))
          await share?.alone(() => new Promise(() => alone.push(name)));
        return { iv: '', tag: '' };
      },
  });
  for (let at = 0; at < 20; at++) {
    const to = { url: `https://rooms.example/blobs/${at}`, inParts: undefined };
    void send(String(at), 1, { signal: undefined, onWaiting: () => waiting++ })(to, 'key');
  }
  expect(waiting).toBe(20);
  while (alone.length < 8) await turn();
  await turn();
  expect(alone).toHaveLength(8);
});
