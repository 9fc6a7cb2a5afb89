import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Clock } from '../base/clock.ts';
import type { FromWorker, ToWorker } from '../worker/messages.ts';
import { SessionKeeper } from './keep-session.ts';
import { KeyWait } from './key-wait.ts';
import { Transfers } from './transfers.ts';

const KEYS = { url: 'https://keys.example.com', key: 'thumbprint' };
const FILE = { id: 'file', size: 3 };

let now: number;
let timers: { at: number; run: () => void }[];
const clock: Clock = {
  now: () => now,
  after: (milliseconds, run) => {
    const timer = { at: now + milliseconds, run };
    timers.push(timer);
    return () => (timers = timers.filter((other) => other !== timer));
  },
};
function pass(milliseconds: number): void {
  const end = now + milliseconds;
  for (;;) {
    const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
    if (next === undefined) break;
    timers = timers.filter((timer) => timer !== next);
    now = next.at;
    next.run();
  }
  now = end;
}

let sent: ToWorker[];
let started: number;
let ended: number;
let isLoaded: boolean;
let isConnected: boolean;
let uses: number;
let answer: (message: FromWorker) => void;
let keyWait: KeyWait;
let transfers: Transfers;

beforeEach(() => {
  now = 1_000_000;
  timers = [];
  sent = [];
  started = 0;
  ended = 0;
  isLoaded = true;
  isConnected = true;
  uses = 0;
  keyWait = new KeyWait(clock);
  transfers = new Transfers({
    start: (receive) => {
      started += 1;
      const worker = { postMessage: (message: ToWorker) => void sent.push(message) };
      answer = (message) => receive(message, worker);
      if (isLoaded) answer({ type: 'ready' });
      return () => (ended += 1);
    },
    keyWait,
    isConnected: () => isConnected,
    session: new SessionKeeper(() => (uses += 1), clock),
  });
});

const order = (id: number) => ({
  id,
  userId: 'me',
  roomId: 'room',
  file: new File(['abc'], 'a'),
  name: 'a',
  folder: '',
  classification: undefined,
  replaces: undefined,
});

describe('transfers', () => {
  test('wait until the key service is known, and tell the worker of it first', () => {
    void transfers.readFile(FILE);
    expect(started).toBe(0);
    transfers.useKeyService(KEYS);
    expect([started, sent]).toEqual([
      1,
      [
        { type: 'keys', keys: KEYS },
        { type: 'read', id: 1, fileId: 'file', version: undefined, size: 3, isPatient: false },
      ],
    ]);
  });

  test('wait until the script of the worker runs, and tell it the current key service', () => {
    isLoaded = false;
    transfers.useKeyService('NO_KEY_MANAGEMENT');
    void transfers.readFile(FILE);
    transfers.pauseUploads(true);
    transfers.useKeyService(KEYS);
    expect([started, sent]).toEqual([1, []]);
    answer({ type: 'ready' });
    expect(sent.map((message) => ('keys' in message ? message.keys : message.type))).toEqual([KEYS, 'read', 'pause']);
  });

  test('wait for a key service that does not answer, which the page shows, and continue when it answers', async () => {
    const drawn: boolean[] = [];
    keyWait.isSilent.subscribe(() => drawn.push(keyWait.isSilent.value));
    transfers.useKeyService('KEY_SERVICE_UNAVAILABLE');
    expect(drawn).toEqual([]);
    const reading = transfers.readFile(FILE);
    transfers.upload([order(7)], () => () => undefined);
    expect([drawn, started]).toEqual([[true], 0]);
    transfers.useKeyService(KEYS);
    expect([drawn, sent.map(({ type }) => type)]).toEqual([
      [true, false],
      ['keys', 'read', 'upload'],
    ]);
    const content = new ArrayBuffer(1);
    answer({ type: 'content', id: 1, bytes: content });
    expect(await reading).toBe(content);
  });

  test('show no silence once nothing waits for it', () => {
    transfers.useKeyService('KEY_SERVICE_UNAVAILABLE');
    transfers.upload([order(7)], () => () => undefined);
    void transfers.cancelUploads([7]);
    expect(keyWait.isSilent.value).toBe(false);
  });

  test('keep the key service that they know while the service says that it does not answer', () => {
    transfers.useKeyService(KEYS);
    void transfers.readFile(FILE);
    transfers.useKeyService('KEY_SERVICE_UNAVAILABLE');
    expect([sent.length, keyWait.isSilent.value]).toEqual([2, false]);
  });

  test('tell the worker of another key service or another proof, and of no other change', () => {
    transfers.useKeyService(KEYS);
    void transfers.readFile(FILE);
    transfers.useKeyService({ ...KEYS });
    expect(sent).toHaveLength(2);
    transfers.useKeyService({ ...KEYS, signedIn: 'me' });
    transfers.useKeyService('NO_KEY_MANAGEMENT');
    expect(sent.slice(2)).toEqual([
      { type: 'keys', keys: { ...KEYS, signedIn: 'me' } },
      { type: 'keys', keys: 'NO_KEY_MANAGEMENT' },
    ]);
  });

  test('give each reader its own content, and its progress', async () => {
    transfers.useKeyService('NO_KEY_MANAGEMENT');
    const parts: number[] = [];
    const [one, two] = [transfers.readFile(FILE, { onProgress: (part) => parts.push(part) }), transfers.readFile(FILE)];
    const [first, second] = [new ArrayBuffer(1), new ArrayBuffer(2)];
    answer({ type: 'progress', id: 1, transferred: 1, total: 2 });
    answer({ type: 'content', id: 2, bytes: second });
    answer({ type: 'content', id: 1, bytes: first });
    expect([await one, await two, parts]).toEqual([first, second, [0.5]]);
  });

  test('reject a reader with the error of the worker, or if they stop', async () => {
    transfers.useKeyService('NO_KEY_MANAGEMENT');
    const failing = transfers.readFile(FILE);
    answer({ type: 'failed', id: 1, error: { code: 'KEY_DESTROYED', message: 'gone', status: 409, retryAfter: 5 } });
    await expect(failing).rejects.toMatchObject({ code: 'KEY_DESTROYED', status: 409, retryAfter: 5 });
    const stop = new AbortController();
    const stopped = transfers.readFile(FILE, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    expect(sent.at(-1)).toEqual({ type: 'cancel', ids: [2] });
  });

  test('read files in the order of a list, which is sent to the worker once', async () => {
    transfers.useKeyService('NO_KEY_MANAGEMENT');
    const stop = new AbortController();
    const read = transfers.readerOf([FILE, { ...FILE, id: 'other' }], stop.signal);
    const [one, two] = [read(), read()];
    const [first, second] = [new ArrayBuffer(1), new ArrayBuffer(2)];
    answer({ type: 'content', id: 3, bytes: second });
    answer({ type: 'content', id: 2, bytes: first });
    expect([await one, await two]).toEqual([first, second]);
    stop.abort();
    expect(sent.slice(1)).toEqual([
      { type: 'list', id: 1, files: [FILE, { ...FILE, id: 'other' }] },
      { type: 'read-next', id: 2, list: 1 },
      { type: 'read-next', id: 3, list: 1 },
      { type: 'cancel', ids: [1] },
    ]);
  });

  test('cancel a list that no worker has received, without starting a worker', () => {
    isLoaded = false;
    transfers.useKeyService('NO_KEY_MANAGEMENT');
    const stop = new AbortController();
    transfers.readerOf([FILE], stop.signal);
    stop.abort();
    answer({ type: 'ready' });
    expect(sent.map(({ type }) => type)).toEqual(['keys', 'list', 'cancel']);
    const other = new AbortController();
    transfers.readerOf([FILE], other.signal);
    transfers.end();
    other.abort();
    expect(started).toBe(1);
  });

  test('end with the worker and its keys, and begin with a new one', async () => {
    transfers.useKeyService(KEYS);
    const reading = transfers.readFile(FILE);
    transfers.end();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(ended).toBe(1);
    void transfers.readFile(FILE);
    expect([started, sent.filter(({ type }) => type === 'keys').length]).toEqual([2, 2]);
  });

  test('report on an upload until it has ended', () => {
    transfers.useKeyService('NO_KEY_MANAGEMENT');
    const heard: string[] = [];
    transfers.upload(
      [order(7)],
      (id) =>
        ({ type }) =>
          heard.push(`${id} ${type}`),
    );
    answer({ type: 'progress', id: 7, transferred: 1, total: 3 });
    answer({ type: 'uploaded', id: 7, fileId: 'file' });
    answer({ type: 'progress', id: 7, transferred: 3, total: 3 });
    expect(heard).toEqual(['7 progress', '7 uploaded']);
  });

  test('keep the session while a transfer is in progress, but not for a paused queue', () => {
    transfers.useKeyService('NO_KEY_MANAGEMENT');
    transfers.upload([order(7)], () => () => undefined);
    pass(25 * 60_000);
    expect(uses).toBe(2);
    transfers.pauseUploads(true);
    pass(60 * 60_000);
    expect(uses).toBe(2);
    transfers.pauseUploads(false);
    pass(10 * 60_000);
    expect(uses).toBe(3);
    answer({ type: 'uploaded', id: 7, fileId: 'file' });
    expect(timers).toEqual([]);
  });
});

describe('without a connection', () => {
  test('a content that is looked at and a link fail at once, and a download waits', async () => {
    transfers.useKeyService(KEYS);
    isConnected = false;
    const lost = { code: 'CONNECTION_LOST' };
    await expect(transfers.readFile(FILE)).rejects.toMatchObject(lost);
    await expect(transfers.readItem('room', 'item')).rejects.toMatchObject(lost);
    await expect(transfers.shareWithKey('file', { expires_in: 60 })).rejects.toMatchObject(lost);
    expect(sent).toEqual([{ type: 'keys', keys: KEYS }].slice(started === 0 ? 1 : 0));
    void transfers.readFile(FILE, { isPatient: true });
    expect(sent.at(-1)).toMatchObject({ type: 'read', isPatient: true });
  });
});

describe('the wait for the line', () => {
  const progress = (transferred: number): FromWorker => ({ type: 'progress', id: 7, transferred, total: 3 });

  test('is shown from a lost line until something moves again', () => {
    let drawings = 0;
    transfers.isLineLost.subscribe(() => (drawings += 1));
    transfers.useKeyService('NO_KEY_MANAGEMENT');
    transfers.upload([order(7)], () => () => undefined);
    answer({ type: 'line-lost' });
    answer(progress(0));
    answer({ type: 'line-lost' });
    expect([transfers.isLineLost.value, drawings]).toEqual([true, 1]);
    answer(progress(1));
    expect([transfers.isLineLost.value, drawings]).toEqual([false, 2]);
  });

  test('ends when the last upload is cancelled', () => {
    transfers.useKeyService('NO_KEY_MANAGEMENT');
    transfers.upload([order(7)], () => () => undefined);
    answer({ type: 'line-lost' });
    void transfers.cancelUploads([7]);
    expect(transfers.isLineLost.value).toBe(false);
    answer({ type: 'line-lost' });
    expect(transfers.isLineLost.value).toBe(false);
  });
});

describe('the wait for the key service', () => {
  test('is shown until the latest known end, unless it is very short', () => {
    let drawings = 0;
    keyWait.until.subscribe(() => (drawings += 1));
    keyWait.note(now + 4000);
    expect(keyWait.until.value).toBeUndefined();
    const end = now + 60_000;
    keyWait.note(end);
    keyWait.note(end - 10_000);
    expect([keyWait.until.value, drawings]).toEqual([end, 1]);
    pass(60_000);
    expect([keyWait.until.value, drawings]).toEqual([undefined, 2]);
  });

  test('ends with the last transfer', () => {
    transfers.useKeyService('NO_KEY_MANAGEMENT');
    transfers.upload([order(7)], () => () => undefined);
    answer({ type: 'waiting', until: now + 60_000, party: 'service' });
    expect([keyWait.until.value, keyWait.party]).toEqual([now + 60_000, 'service']);
    answer({ type: 'uploaded', id: 7, fileId: 'file' });
    expect(keyWait.until.value).toBeUndefined();
  });
});
