import { beforeEach, expect, test } from '@jest/globals';
import type { FromWorker } from '../worker/messages.ts';
import { startPatiently } from './start-patiently.ts';

class FakeWorker extends EventTarget {
  isEnded = false;
  terminate = (): void => {
    this.isEnded = true;
  };
  says = (data: FromWorker): boolean => this.dispatchEvent(new MessageEvent('message', { data }));
  /** A script that did not arrive is an event without a message. */
  fails = (message?: string): boolean => this.dispatchEvent(Object.assign(new Event('error'), { message }));
}

const READY: FromWorker = { type: 'ready' };
const LOST: FromWorker = { type: 'line-lost' };

let workers: FakeWorker[];
let received: (readonly [number, FromWorker['type']])[];
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
    receive: ({ type }, from) => received.push([workers.indexOf(from), type]),
  });
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test('a worker whose script did not arrive is started again', async () => {
  begin();
  workers[0]?.fails();
  up();
  await turn();
  workers[1]?.says(READY);
  workers[1]?.says(LOST);
  expect(received).toEqual([
    [1, 'ready'],
    [1, 'line-lost'],
  ]);
});

test('a worker that has answered is left alone, and so is a fault of its script', async () => {
  begin();
  workers[0]?.fails('TypeError: a fault');
  workers[0]?.says(READY);
  workers[0]?.fails();
  await turn();
  expect(workers.length).toBe(1);
});

test('a worker whose script arrives late stays', async () => {
  begin();
  workers[0]?.fails();
  workers[0]?.says(READY);
  up();
  await turn();
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([false]);
});

test('a worker that reports its lost script twice is stopped, and started again once', async () => {
  begin();
  for (let times = 0; times < 2; times++) workers[0]?.fails();
  up();
  await turn();
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

test('a worker that was stopped meanwhile is not started again, and its messages are ignored', async () => {
  const end = begin();
  workers[0]?.fails();
  end();
  workers[0]?.says(READY);
  up();
  await turn();
  expect([workers.map(({ isEnded }) => isEnded), received]).toEqual([[true], []]);
});
