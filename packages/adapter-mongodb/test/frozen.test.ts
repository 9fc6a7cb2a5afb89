import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { type DocumentStore, type StoredDocument, Unavailable } from '@strongroom/ports';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { openMongoDocuments, openMongoRateLimiter } from '../src/index.ts';

const MINUTE = { limit: 10, milliseconds: 60_000 };
const NOW = 1_900_000_000_000 as Instant;

let servers: MongoServers;
let store: DocumentStore;
beforeEach(async () => {
  servers = await MongoServers.start();
  store = await openMongoDocuments({ url: servers.url, database: 'rooms' });
}, 120_000);
afterEach(async () => {
  await store?.close();
  await servers?.stop();
});

const thing = (id: string): StoredDocument => ({
  id,
  version: 1,
  schema: 1,
  position: NOW,
  keys: ['k'],
  uniqueKeys: [],
  body: { id },
});

/** Stops a process. The signal takes effect in each thread by itself, so it waits until the last one stands still. */
async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const stateOf = async (thread: string) =>
    (await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')).replace(/^.*\) /u, '').charAt(0);
  for (;;) {
    const states = await Promise.all((await readdir(`/proc/${pid}/task`)).map(stateOf));
    if (states.every((state) => state === 'T')) return;
    await pause(5);
  }
}

/** Error of a call, if any, and its duration in milliseconds. */
async function outcomeOf(work: () => Promise<unknown>): Promise<Readonly<{ error: unknown; took: number }>> {
  const began = performance.now();
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, took: performance.now() - began };
}

test('every call to a frozen server is Unavailable in time, and only what may be done is done later', async () => {
  const limiter = await openMongoRateLimiter({ url: servers.url, database: 'rooms' });
  const unavailable = (dependency: string, maybeDone: boolean) => ({ constructor: Unavailable, dependency, maybeDone });
  await store.commit([{ collection: 'things', insert: thing('before') }]);
  await freeze(servers.primary.pid);

  const calls = [
    [() => store.commit([{ collection: 'things', insert: thing('alone') }]), unavailable('documents', true)],
    [
      () => store.commit([{ collection: 'things', remove: { id: 'before', version: 1 } }]),
      unavailable('documents', true),
    ],
    [
      () => store.commit([thing('one'), thing('two')].map((insert) => ({ collection: 'things', insert }))),
      // The commit itself was never sent.
      unavailable('documents', false),
    ],
    [() => store.read([{ collection: 'things', id: 'before' }]), unavailable('documents', false)],
    [() => store.list('things', { anyOf: ['k'] }, { limit: 9 }), unavailable('documents', false)],
    [() => store.check(), unavailable('documents', false)],
    [() => limiter.take('a', MINUTE, NOW), unavailable('limits', false)],
    [() => limiter.check(), unavailable('limits', false)],
  ] as const;
  const outcomes = await Promise.all(calls.map(([work]) => outcomeOf(work)));
  for (const [index, { error, took }] of outcomes.entries()) {
    expect(error).toMatchObject(calls[index]?.[1] ?? {});
    expect(took).toBeLessThan(25_000);
  }
  // The outage is known now, so no call waits again.
  // The outcome takes no turn of the event loop, however busy the machine is.
  const turn = new Promise((resolve) => setImmediate(resolve, 'waited'));
  const late = outcomeOf(() => store.commit([{ collection: 'things', insert: thing('late') }]));
  expect(await Promise.race([late, turn])).toMatchObject({ error: unavailable('documents', false) });

  process.kill(servers.primary.pid, 'SIGCONT');
  while ((await outcomeOf(() => store.check())).error !== undefined) await pause(20);
  const ids = (await store.list('things', { anyOf: ['k'] }, { limit: 9 })).map(({ id }) => id);
  // The server may execute what it received before it froze, and never anything else.
  expect(ids.filter((id) => !['alone', 'before'].includes(id))).toEqual([]);
  expect((await limiter.take('a', MINUTE, NOW)).allowed).toBe(true);
  await limiter.close();
});
