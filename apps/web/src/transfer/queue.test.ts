import { beforeEach, describe, expect, test } from '@jest/globals';
import type { FailureFacts, FromWorker, ToWorker } from '../worker/messages.ts';
import type { Ended } from './panel-words.ts';
import { UploadQueue } from './queue.ts';
import { Transfers } from './transfers.ts';
import { UnfinishedFiles, type UnfinishedUpload } from './unfinished.ts';

const ROOM = 'room';
const ENDED: FailureFacts = { code: 'TOKEN_EXPIRED', message: 'ended', status: 401, retryAfter: undefined };
const LOST: FailureFacts = { code: 'CONNECTION_LOST', message: 'lost', status: 0, retryAfter: undefined };
const FULL: FailureFacts = { code: 'STORAGE_FULL', message: 'full', status: 507, retryAfter: undefined };

let sent: ToWorker[];
let answer: (message: FromWorker) => void;
let remembered: Map<string, UnfinishedUpload>;
let unfinishedFiles: UnfinishedFiles;
let forgotten: string[];
let sessionsOver: number;
let ring: (() => void)[];
let waits: number[];
let remembering: Promise<void>;
let cancelled: Ended[];
let queue: UploadQueue;

beforeEach(() => {
  sent = [];
  remembered = new Map();
  unfinishedFiles = new UnfinishedFiles({ open: async () => undefined });
  forgotten = [];
  sessionsOver = 0;
  cancelled = [];
  ring = [];
  waits = [];
  remembering = Promise.resolve();
  const transfers = new Transfers({
    start: (receive) => {
      const worker = { postMessage: (message: ToWorker) => void sent.push(message) };
      answer = (message) => receive(message, worker);
      answer({ type: 'ready' });
      return () => void forgotten.push('the worker');
    },
    keyWait: { note: () => undefined, end: () => undefined, showSilence: () => undefined },
    session: { isNeeded: false },
    isConnected: () => true,
  });
  transfers.useKeyService('NO_KEY_MANAGEMENT');
  queue = new UploadQueue({
    transfers,
    unfinished: {
      remember: async (files) => {
        for (const file of files) remembered.set(file.name, file);
        void unfinishedFiles.remember(files);
        await remembering;
      },
      finished: async (files) => {
        for (const { name } of files) remembered.delete(name);
        void unfinishedFiles.finished(files);
      },
      forget: async () => void forgotten.push('all unfinished files'),
      forgetOthers: async (person) => void forgotten.push(`unfinished files of others than ${person}`),
    },
    forgetRequests: async (except) => void forgotten.push(`requests except ${except}`),
    onSessionOver: () => (sessionsOver += 1),
    onCancelled: (ended) => cancelled.push(ended),
    clock: {
      now: () => 0,
      after: (milliseconds, run) => {
        ring.push(run);
        waits.push(milliseconds);
        return () => undefined;
      },
    },
  });
});

const file = (name: string, isThere = false) => ({ file: new File(['abc'], name), name, folder: '', isThere });

async function add(...names: readonly string[]): Promise<void> {
  void queue.add(
    ROOM,
    names.map((name) => file(name)),
    undefined,
  );
  await turn();
}
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const states = (): readonly string[] => queue.shown.value.files.map(({ name, state }) => `${name} ${state}`);
const uploads = (): readonly string[][] =>
  sent.flatMap((message) => (message.type === 'upload' ? [message.orders.map(({ name }) => name)] : []));
const idOf = (name: string): number => queue.shown.value.files.find((known) => known.name === name)?.id ?? 0;

describe('a queue of uploads', () => {
  test('hands files to the worker once they are remembered, and leaves out those in the room', async () => {
    void queue.add(ROOM, [file('new'), file('there', true)], undefined);
    expect([uploads(), [...remembered.keys()]]).toEqual([[], ['new']]);
    await turn();
    expect([uploads(), states(), queue.onTheirWay]).toEqual([[['new']], ['new waiting', 'there there'], 1]);
  });

  test('a file that was unfinished at an earlier reading is not once it arrived or was cancelled', async () => {
    await add('arrives', 'fails', 'is cancelled');
    const read = [...remembered.values()];
    const stillOpen = (): readonly string[] => unfinishedFiles.stillOpen(read).map(({ name }) => name);
    expect(stillOpen()).toEqual(['arrives', 'fails', 'is cancelled']);
    answer({ type: 'uploaded', id: idOf('arrives'), fileId: 'f', version: 1 });
    answer({ type: 'failed', id: idOf('fails'), error: FULL });
    queue.cancel(idOf('is cancelled'));
    // Its row goes as others are added.
    await add('other');
    expect([states(), stillOpen()]).toEqual([['fails failed', 'other waiting'], ['fails']]);
    await add('arrives');
    expect(stillOpen()).toEqual(['arrives', 'fails']);
  });

  test('lists files that wait for the connection, and forgets those that were cancelled', async () => {
    const held = queue.hold(ROOM, [file('b'), file('a'), file('c')]);
    expect([states(), held.left().map(({ name }) => name)]).toEqual([[], ['b', 'a', 'c']]);
    held.show();
    held.show();
    expect([states(), queue.onTheirWay, [...remembered.keys()]]).toEqual([
      ['a waiting', 'b waiting', 'c waiting'],
      3,
      ['a', 'b', 'c'],
    ]);
    // Their names are not theirs yet.
    expect(queue.onTheirWayTo(ROOM)).toEqual([]);
    queue.cancel(idOf('b'));
    expect([held.left().map(({ name }) => name), [...remembered.keys()]]).toEqual([
      ['a', 'c'],
      ['a', 'c'],
    ]);
    await add('d');
    held.end();
    expect([uploads(), states(), [...remembered.keys()]]).toEqual([[['d']], ['d waiting'], ['d']]);
    expect(held.left()).toEqual([]);
  });

  test('sends one of several files again that failed', async () => {
    await add('a', 'b');
    for (const name of ['a', 'b']) answer({ type: 'failed', id: idOf(name), error: LOST });
    queue.retry(idOf('b'));
    expect([states(), uploads()]).toEqual([
      ['a failed', 'b waiting'],
      [['a', 'b'], ['b']],
    ]);
  });

  test('has files in the order of their names and numbers', async () => {
    await add('3', '10', '1', '2');
    expect([uploads(), states()]).toEqual([
      [['1', '2', '3', '10']],
      ['1 waiting', '2 waiting', '3 waiting', '10 waiting'],
    ]);
  });

  test('hands over at most two hundred files at a time', async () => {
    await add(...Array.from({ length: 201 }, (_, index) => `${index}`));
    expect(uploads().map(({ length }) => length)).toEqual([200, 1]);
  });

  test('forgets a file that has arrived, and tells its room', async () => {
    const rooms: string[] = [];
    const end = queue.onUploaded((room) => rooms.push(room));
    await add('a', 'b');
    answer({ type: 'progress', id: idOf('a'), transferred: 2, total: 3 });
    expect(states()).toEqual(['a sending', 'b waiting']);
    answer({ type: 'uploaded', id: idOf('a'), fileId: 'id' });
    expect([states(), rooms, [...remembered.keys()]]).toEqual([['a done', 'b waiting'], [ROOM], ['b']]);
    end();
    answer({ type: 'uploaded', id: idOf('b'), fileId: 'id' });
    expect(rooms).toEqual([ROOM]);
  });

  test('draws many messages once', async () => {
    let drawings = 0;
    queue.shown.subscribe(() => (drawings += 1));
    await add('a', 'b');
    answer({ type: 'progress', id: idOf('a'), transferred: 2, total: 3 });
    expect(ring).toHaveLength(1);
    ring.shift()?.();
    expect(drawings).toBe(1);
  });

  test('draws a long list less often', async () => {
    await add(...Array.from({ length: 5000 }, (_, index) => `${index}`));
    expect(waits).toEqual([300]);
  });

  test('copies the list when it is read after a message, and changes no copy', async () => {
    await add('a', 'b');
    const { shown } = queue;
    const before = shown.value;
    expect(shown.value).toBe(before);
    answer({ type: 'uploaded', id: idOf('a'), fileId: 'id' });
    expect([before.files[0]?.state, states()]).toEqual(['waiting', ['a done', 'b waiting']]);
    expect(shown.value).toBe(shown.value);
  });

  test('sends failed files again by a new id, and only those', async () => {
    await add('a', 'b');
    const before = idOf('a');
    answer({ type: 'failed', id: before, error: FULL });
    expect([states(), [...remembered.keys()], sessionsOver]).toEqual([['a failed', 'b waiting'], ['a', 'b'], 0]);
    queue.retryFailed();
    expect([states(), uploads().at(-1)]).toEqual([['b waiting', 'a waiting'], ['a']]);
    expect(idOf('a')).not.toBe(before);
  });

  test.each([
    ['is too large', 'FILE_TOO_LARGE', 413],
    ['its sender may not add', 'INSUFFICIENT_ROOM_ROLE', 403],
  ] as const)('offers no second attempt for a file that %s, and forgets it', async (_, code, status) => {
    await add('a', 'b');
    answer({ type: 'failed', id: idOf('a'), error: { ...FULL, code, status } });
    queue.retryFailed();
    expect([states(), [...remembered.keys()], uploads()]).toEqual([['a failed', 'b waiting'], ['b'], [['a', 'b']]]);
  });

  test('continues files that failed with the session when the same person is back', async () => {
    queue.keepFor('me');
    await add('a', 'b');
    answer({ type: 'failed', id: idOf('a'), error: ENDED });
    answer({ type: 'failed', id: idOf('b'), error: FULL });
    expect(sessionsOver).toBe(1);
    queue.keepFor('me');
    expect([states(), uploads().at(-1)]).toEqual([['b failed', 'a waiting'], ['a']]);
    expect(forgotten).not.toContain('the worker');
  });

  test('drops all of one person when another signs in', async () => {
    queue.keepFor('me');
    await add('a');
    queue.keepFor('you');
    expect(states()).toEqual([]);
    expect(forgotten).toEqual(
      expect.arrayContaining(['the worker', 'all unfinished files', 'unfinished files of others than you']),
    );
  });

  test('hands over no file that was cancelled while it was remembered', async () => {
    let go: () => void = () => undefined;
    remembering = new Promise((resolve) => (go = resolve));
    await add('a');
    queue.close();
    go();
    await turn();
    expect([uploads(), states(), remembered.size]).toEqual([[], [], 0]);
  });

  test('says what arrived after a cancel, and nothing when a finished list is closed', async () => {
    await add('a', 'b', 'c', 'd');
    answer({ type: 'uploaded', id: idOf('a'), fileId: 'id' });
    answer({ type: 'failed', id: idOf('b'), error: FULL });
    const rooms: string[] = [];
    queue.onUploaded((room) => rooms.push(room));
    const [c, d] = [idOf('c'), idOf('d')];
    queue.close();
    answer({ type: 'cancelled', id: c });
    await turn();
    expect([cancelled, rooms]).toEqual([[], []]);
    answer({ type: 'uploaded', id: d, fileId: 'id' });
    await turn();
    expect([cancelled, rooms]).toEqual([[{ arrived: 2, unsure: 0, cancelled: 1, failed: 1 }], [ROOM]]);
    await add('e');
    answer({ type: 'uploaded', id: idOf('e'), fileId: 'id' });
    queue.close();
    await turn();
    expect([cancelled.length, states()]).toEqual([1, []]);
  });

  test('cancels one file, takes one that failed off, and says only what arrived nevertheless', async () => {
    await add('a', 'b', 'c');
    answer({ type: 'failed', id: idOf('b'), error: FULL });
    const [a, c] = [idOf('a'), idOf('c')];
    queue.cancel(idOf('b'));
    queue.cancel(a);
    answer({ type: 'cancelled', id: a });
    await turn();
    expect([states(), [...remembered.keys()], cancelled]).toEqual([['c waiting'], ['c'], []]);
    queue.pause(true);
    queue.cancel(c);
    answer({ type: 'uploaded', id: c, fileId: 'id' });
    await turn();
    expect([states(), queue.shown.value.isPaused, cancelled]).toEqual([
      [],
      false,
      [{ arrived: 1, unsure: 0, cancelled: 0, failed: 0 }],
    ]);
    // A worker that goes on first would begin the cancelled file.
    expect(sent.slice(-2)).toMatchObject([{ type: 'cancel' }, { type: 'pause', isPaused: false }]);
  });

  test('says that a cancelled file may have arrived where its confirmation had no answer', async () => {
    await add('a', 'b', 'c');
    const [a, b, c] = [idOf('a'), idOf('b'), idOf('c')];
    queue.cancel(a);
    answer({ type: 'failed', id: a, error: LOST });
    await turn();
    queue.close();
    answer({ type: 'failed', id: b, error: FULL });
    answer({ type: 'failed', id: c, error: LOST });
    await turn();
    expect(cancelled).toEqual([
      { arrived: 0, unsure: 1, cancelled: 0, failed: 0 },
      { arrived: 0, unsure: 1, cancelled: 1, failed: 0 },
    ]);
  });

  test('begins a new list when no file is on its way, and keeps those that failed', async () => {
    await add('a', 'b');
    answer({ type: 'uploaded', id: idOf('a'), fileId: 'id' });
    await add('c');
    expect(states()).toEqual(['a done', 'b waiting', 'c waiting']);
    answer({ type: 'failed', id: idOf('b'), error: FULL });
    answer({ type: 'uploaded', id: idOf('c'), fileId: 'id' });
    await add('d');
    expect(states()).toEqual(['b failed', 'd waiting']);
  });

  test('can be paused and continued', async () => {
    await add('a');
    queue.pause(true);
    expect([queue.shown.value.isPaused, sent.at(-1)]).toEqual([true, { type: 'pause', isPaused: true }]);
    queue.close();
    expect([queue.shown.value.isPaused, sent.at(-1)]).toEqual([false, { type: 'pause', isPaused: false }]);
  });

  test('shares no state with another queue', async () => {
    await add('a');
    const other = new UploadQueue({
      transfers: new Transfers({
        start: () => () => undefined,
        keyWait: { note: () => undefined, end: () => undefined, showSilence: () => undefined },
        session: { isNeeded: false },
        isConnected: () => true,
      }),
      unfinished: {
        remember: async () => undefined,
        finished: async () => undefined,
        forget: async () => undefined,
        forgetOthers: async () => undefined,
      },
      forgetRequests: async () => undefined,
      onSessionOver: () => undefined,
      onCancelled: () => undefined,
    });
    expect([other.onTheirWay, queue.onTheirWay]).toEqual([0, 1]);
  });
});

test('files are not kept waiting by a browser that never opens its database', async () => {
  const rings: (() => void)[] = [];
  const after = (_: number, run: () => void) => {
    rings.push(run);
    return () => undefined;
  };
  const unfinished = new UnfinishedFiles({ open: () => new Promise(() => undefined), clock: { now: () => 0, after } });
  const remembers = unfinished.remember([{ userId: 'ada', roomId: ROOM, folder: '', name: 'a', size: 3 }]);
  await turn();
  for (const run of rings) run();
  await remembers;
  expect(rings).toHaveLength(1);
});
