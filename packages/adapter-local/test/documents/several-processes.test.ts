import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { openSqliteDocuments, type SqliteDocumentStore } from '../../src/index.ts';
import { inspectSqlite } from './inspect-sqlite.ts';
import { Process } from './processes.ts';
import { insert, read, replace, THINGS, thing, upTo, workplace } from './things.ts';

// Four processes and Jest start slowly on two busy cores.
let place: Awaited<ReturnType<typeof workplace>>;
const opened: SqliteDocumentStore[] = [];

beforeEach(async () => {
  place = await workplace();
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await place.clear();
});

const open = async (deadlineMs = 4000): Promise<SqliteDocumentStore> => {
  const store = await openSqliteDocuments({ path: place.path, deadlineMs });
  opened.push(store);
  return store;
};

const start = async (task: string, amount: number): Promise<readonly Process[]> => {
  const processes = upTo(4).map(() => Process.start(task, place.path, amount));
  for (const each of processes) expect(await each.next()).toBe('ready');
  return processes;
};

describe('four processes on one file', () => {
  test('make it together, and raise a counter exactly', async () => {
    const processes = await start('increment', 60);
    const store = await open();
    await store.commit([insert(thing('counter', 0))]);
    for (const each of processes) each.tell('go');
    const reports = await Promise.all(processes.map((each) => each.next()));
    await Promise.all(processes.map((each) => each.end()));
    expect(await read(store, 'counter')).toMatchObject({ version: 241, body: 240 });
    expect(reports).toEqual(upTo(4).map(() => ({ conflicts: expect.any(Number) })));
  });

  test('replace the same version: one wins, the others get a conflict', async () => {
    const rounds = 25;
    const processes = await start('race', rounds);
    const store = await open();
    await store.commit([insert(thing('prize'))]);
    for (const round of upTo(rounds)) {
      for (const each of processes) each.tell(round + 1);
      const reports = await Promise.all(processes.map((each) => each.next()));
      expect(reports.filter((word) => word === 'won')).toHaveLength(1);
      expect(reports.filter((word) => word === 'VersionConflict')).toHaveLength(3);
    }
    await Promise.all(processes.map((each) => each.end()));
    expect(await read(store, 'prize')).toMatchObject({ version: rounds + 1 });
  });
});

describe('a process that is killed while it writes', () => {
  test('leaves all that it had acknowledged, and no partial commit', async () => {
    const acknowledged: unknown[] = [];
    for (const enough of [100, 200, 300]) {
      const writer = Process.start('pairs', place.path);
      while (acknowledged.length < enough) acknowledged.push(await writer.next());
      acknowledged.push(...(await writer.kill()));
    }
    const store = await open();
    const refs = acknowledged.flatMap((id) => [`left ${String(id)}`, `right ${String(id)}`]);
    const found = await store.read(refs.map((id) => ({ collection: THINGS, id })));
    expect(found.map((document) => document?.id)).toEqual(refs);
    const [left, right] = [
      await store.count(THINGS, { anyOf: ['left'] }),
      await store.count(THINGS, { anyOf: ['right'] }),
    ];
    expect(left).toBe(right);
    expect(left).toBeGreaterThanOrEqual(acknowledged.length);
    expect(inspectSqlite(place.path)).toMatchObject({ problems: [], documents: left + right });
  });
});

describe('a write lock held by another process', () => {
  test('delays commits without failing them, and delays neither reads nor the event loop', async () => {
    const store = await open();
    await store.commit([insert(thing('a'))]);
    const holder = Process.start('hold', place.path);
    expect(await holder.next()).toBe('locked');
    const order: string[] = [];
    const released = holder.next().then(() => order.push('released'));
    const committed = Promise.all(upTo(3).map((n) => store.commit([insert(thing(`n${n}`))]))).then(() =>
      order.push('committed'),
    );
    expect(await read(store, 'a')).toEqual(thing('a'));
    order.push('read');
    while (store.counters.retries <= 3) await new Promise((resolve) => setTimeout(resolve, 5));
    const later = store.commit([replace(thing('a'), 'called later, served with the others')]);
    holder.tell('let go');
    await Promise.all([released, committed, later]);
    expect(order[0]).toBe('read');
    expect(order).toContain('committed');
    expect(store.counters).toMatchObject({ commits: 5, syncs: 2 });
    expect(store.counters.retries).toBeGreaterThan(3);
    await holder.end();
  });

  test('rejects commits with Unavailable at their deadline, and does none of them later', async () => {
    const store = await open(150);
    const holder = Process.start('hold', place.path);
    expect(await holder.next()).toBe('locked');
    const refusal = await store.commit([insert(thing('a'))]).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Unavailable);
    expect(refusal).toMatchObject({ dependency: 'documents', maybeDone: false });
    holder.tell('let go');
    await holder.end();
    expect(await read(store, 'a')).toBeUndefined();
    await store.commit([insert(thing('a', 'again'))]);
    expect(await read(store, 'a')).toMatchObject({ body: 'again' });
  });
});

describe('a file that may not grow', () => {
  test('rejects commits with Unavailable, and leaves the store readable and intact', async () => {
    await (await open()).close();
    const confined = Process.startConfined('fill', place.path, 600);
    const reports = await confined.next();
    expect(reports).toEqual({ done: expect.any(Number), unavailable: true, still: 'n0' });
    await confined.end();
    const store = await open();
    const { done } = reports as { done: number };
    expect(done).toBeGreaterThan(1);
    // The last one is unknown: its sync failed, or a write before it.
    const [left, right] = [
      await store.count(THINGS, { anyOf: ['left'] }),
      await store.count(THINGS, { anyOf: ['right'] }),
    ];
    expect([done, done + 1]).toContain(left);
    expect(right).toBe(left);
    expect(inspectSqlite(place.path).problems).toEqual([]);
  });
});
