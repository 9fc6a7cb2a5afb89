import { beforeEach, expect, test } from '@jest/globals';
import type { FromWorker, ToWorker } from './messages.ts';
import { startPatiently } from './start-patiently.ts';

class FakeWorker extends EventTarget {
  readonly posted: ToWorker[] = [];
  isEnded = false;
  postMessage = (message: ToWorker): void => void this.posted.push(message);
  terminate = (): void => {
    this.isEnded = true;
  };
  says = (data: FromWorker): boolean => this.dispatchEvent(new MessageEvent('message', { data }));
  /** A script that did not arrive is an event without a message. */
  fails = (message?: string): boolean => this.dispatchEvent(Object.assign(new Event('error'), { message }));
}

const PAUSE: ToWorker = { type: 'pause', isPaused: true };
const KEYS: ToWorker = { type: 'keys', keys: 'NO_KEY_MANAGEMENT' };
const LOST: FromWorker = { type: 'line-lost' };

let workers: FakeWorker[];
let received: FromWorker[];
let up: () => void;
beforeEach(() => {
  [workers, received] = [[], []];
});

const begin = () =>
  startPatiently({
    start: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    whenUp: () =>
      new Promise((resolve) => {
        up = resolve;
      }),
    receive: (message) => received.push(message),
  });
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test('a worker whose script did not arrive is started again, with all that was posted', async () => {
  const port = begin();
  port.post(KEYS);
  workers[0]?.fails();
  port.post(PAUSE);
  up();
  await turn();
  expect(workers[1]?.posted).toEqual([KEYS, PAUSE]);
  workers[1]?.says(LOST);
  expect(received).toEqual([LOST]);
});

test('a worker that has answered is left alone, and so is a fault of its script', async () => {
  const port = begin();
  workers[0]?.fails('TypeError: a fault');
  port.post(KEYS);
  workers[0]?.says(LOST);
  workers[0]?.fails();
  await turn();
  expect(workers.length).toBe(1);
});

test('a worker that answers late continues, and keeps the keys that it was given', async () => {
  const port = begin();
  port.post(KEYS);
  workers[0]?.fails();
  workers[0]?.says(LOST);
  up();
  await turn();
  port.post(PAUSE);
  expect(workers.map(({ posted }) => posted)).toEqual([[KEYS, PAUSE]]);
});

test('a worker that reports its lost script twice is started again once, and ended before', async () => {
  const port = begin();
  port.post(KEYS);
  for (let times = 0; times < 2; times++) workers[0]?.fails();
  up();
  await turn();
  expect(workers.map(({ isEnded, posted }) => [isEnded, posted])).toEqual([
    [true, [KEYS]],
    [false, [KEYS]],
  ]);
});

test('a worker that was ended meanwhile is not started again', async () => {
  const port = begin();
  workers[0]?.fails();
  port.end();
  up();
  await turn();
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
});
