import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { MemoryDocumentStore, systemIds } from '@strongroom/adapter-local';
import { DAY, MINUTE, SECOND } from '@strongroom/domain';
import { type DocumentStore, Unavailable, VersionConflict } from '@strongroom/ports';
import { ServedStore, SettingsUnfit } from '../../src/index.ts';
import { OlderProcesses } from '../../src/operator/upgrade/older-processes.ts';
import { upgradeStore } from '../../src/operator/upgrade/upgrade-store.ts';
import { type Collection, documentOf, refTo, stateOf } from '../../src/store/collection.ts';
import { SCHEMAS, schemas } from '../../src/store/schemas.ts';
import { TestClock } from '../world/clock.ts';
import { commits, Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { memoryPorts, TestLog } from '../world/ports.ts';
import { aStoreOfLast, LAST, lastParcels, NEXT, parcels, THIS, type WeighedParcel } from './releases.ts';

const PAGE = { limit: 100, order: 'oldest' } as const;

let documents: DocumentStore;
let clock: TestClock;
let log: TestLog;
let begun: string[];
let open: ServedStore[];
beforeEach(async () => {
  documents = new MemoryDocumentStore();
  clock = new TestClock();
  log = new TestLog();
  begun = [];
  open = [];
  await aStoreOfLast(documents, [1, 2, 3]);
});
afterEach(async () => {
  const closing = open.map((store) => store.close().catch(() => undefined));
  clock.advance(MINUTE);
  await Promise.all(closing);
});

/** The store as one of several processes has it: closing it closes none of the others. */
const left = (store: DocumentStore): DocumentStore =>
  new Proxy(store, {
    get: (target, name) => {
      if (name === 'close') return async () => undefined;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

type How = Readonly<{ upgrades?: boolean; through?: DocumentStore; version?: string }>;

function served(collections: readonly Collection<never>[], { through = documents, version = '9.9.9' }: How = {}) {
  const store = new ServedStore({ documents: left(through), clock, ids: systemIds, log, version, collections });
  open.push(store);
  return store;
}

async function serving(collections: readonly Collection<never>[], how: How = {}): Promise<ServedStore> {
  const store = served(collections, how);
  await store.begin({ upgrades: how.upgrades ?? false, begins: async () => void begun.push('begun') });
  return store;
}

const upgrade = () =>
  upgradeStore({ documents, clock, ids: systemIds, log }, { collections: THIS, begins: async () => undefined });

const add = (store: DocumentStore, state: WeighedParcel) =>
  store.commit([{ collection: parcels.name, insert: documentOf(parcels, state, 1) }]);

const stored = async (id: string) => (await documents.read([{ collection: 'parcels', id }]))[0];

const written = async () => {
  const [document] = await documents.read([refTo(schemas, SCHEMAS)]);
  return document && stateOf(schemas, document).written;
};

async function thisSees(store: DocumentStore): Promise<readonly WeighedParcel[]> {
  const found = await store.list('parcels', { anyOf: ['every'] }, PAGE);
  expect(await store.count('parcels', { anyOf: ['every'] })).toBe(found.length);
  return found.map((document) => stateOf(parcels, document));
}

async function lastSees(store: DocumentStore) {
  return (await store.list('parcels', { anyOf: ['all'] }, PAGE)).map((document) => stateOf(lastParcels, document));
}

describe('a store of the last release', () => {
  test('is served by processes of both releases, and keeps its form', async () => {
    const older = await serving(LAST);
    const newer = await serving(THIS);
    await add(newer, { id: 'new', grams: 9000 });
    await older.commit([
      { collection: 'parcels', replace: documentOf(lastParcels, { id: 'parcel-0', kilograms: 7 }, 2) },
    ]);
    expect(await lastSees(older)).toEqual(expect.arrayContaining([{ id: 'new', kilograms: 9 }]));
    expect(await thisSees(newer)).toEqual([
      { id: 'new', grams: 9000 },
      { id: 'parcel-0', grams: 7000 },
      { id: 'parcel-1', grams: 2000 },
      { id: 'parcel-2', grams: 3000 },
    ]);
    expect(await stored('new')).toMatchObject({ schema: 1, body: { id: 'new', kilograms: 9 } });
    expect(await written()).toEqual({ parcels: 1 });
    clock.advance(SECOND);
    await clock.paused();
    expect(log.warnings.map(({ message }) => message)).toEqual([
      'the store has the form of an older version until `strongroom-admin upgrade` is run',
    ]);
  });

  test('takes nothing that its form cannot hold before it is upgraded', async () => {
    const newer = await serving(THIS);
    const adding = add(newer, { id: 'light', grams: 1 });
    await expect(adding).rejects.toBeInstanceOf(Unavailable);
    expect(await stored('light')).toBeUndefined();
    await upgrade();
    clock.advance(16 * SECOND);
    await clock.paused();
    await add(newer, { id: 'light', grams: 1 });
    expect(await stored('light')).toMatchObject({ schema: 2, body: { grams: 1 } });
  });

  test('is not upgraded while a process of that release serves it', async () => {
    const older = await serving(LAST, { version: '0.1.0' });
    await serving(THIS);
    const upgrading = upgrade();
    await expect(upgrading).rejects.toBeInstanceOf(OlderProcesses);
    await expect(upgrading).rejects.toThrow(
      'A process of an older version (0.1.0) may still serve this store. Stop every one, and try again. A process that was killed counts for 60 more seconds.',
    );
    expect(await written()).toEqual({ parcels: 1 });
    await older.close();
    expect(await upgrade()).toBe(3);
    expect(await written()).toEqual({ parcels: 2 });
  });

  test('is upgraded while processes of this release serve it: their next commit has the new form', async () => {
    const newer = await serving(THIS);
    expect(await upgrade()).toBe(3);
    await add(newer, { id: 'light', grams: 1000 });
    expect(await stored('light')).toMatchObject({ schema: 2, body: { grams: 1000 } });
    expect(await thisSees(newer)).toHaveLength(4);
    await expect(serving(LAST)).rejects.toThrow('This store was written by a newer version');
  });

  test('gets no document of the old form from a commit that was on its way when the upgrade began', async () => {
    const gate = new Gate();
    const through = intercepted({ ...memoryPorts(clock), documents }, gate.around).documents;
    const newer = await serving(THIS, { through });
    const held = gate.hold(commits);
    const adding = add(newer, { id: 'late', grams: 4000 });
    await held;
    await upgrade();
    gate.open();
    await adding;
    expect(await stored('late')).toMatchObject({ schema: 2 });
    expect(await documents.outdated('parcels', { below: 2, limit: 9 })).toEqual([]);
  });

  test('is not entered by an older process in the moment in which its upgrade begins', async () => {
    await serving(THIS);
    const gate = new Gate();
    const through = intercepted({ ...memoryPorts(clock), documents }, gate.around).documents;
    const held = gate.hold(commits);
    const entering = serving(LAST, { through });
    await held;
    await upgrade();
    gate.open();
    await expect(entering).rejects.toThrow('This store was written by a newer version');
  });

  test('is not upgraded on a list of processes that an older one has entered since', async () => {
    const gate = new Gate();
    const through = intercepted({ ...memoryPorts(clock), documents }, gate.around);
    const held = gate.hold(commits);
    const upgrading = upgradeStore({ ...through, clock, log }, { collections: THIS, begins: async () => undefined });
    await held;
    await serving(LAST);
    gate.open();
    await expect(upgrading).rejects.toBeInstanceOf(OlderProcesses);
    expect(await written()).toEqual({ parcels: 1 });
  });

  test('is refused by a version two releases later', async () => {
    const starting = serving(NEXT);
    await expect(starting).rejects.toBeInstanceOf(SettingsUnfit);
    await expect(starting).rejects.toThrow(
      'This store holds parcels of schema 1, and this version serves no such store before it is upgraded. Stop every process of the older version, make a backup, and run `strongroom-admin upgrade`.',
    );
    expect(await written()).toEqual({ parcels: 1 });
  });
});

describe('a process that is not stopped', () => {
  test('delays an upgrade for a minute after it was killed', async () => {
    const frozen = { ...memoryPorts(new TestClock()), documents };
    const older = new ServedStore({ ...frozen, log, version: '0.1.0', collections: LAST });
    await older.begin({ upgrades: false, begins: async () => undefined });
    clock.advance(MINUTE - 1);
    await expect(upgrade()).rejects.toThrow('counts for 1 more seconds');
    clock.advance(1);
    expect(await upgrade()).toBe(3);
  });

  test('delays no upgrade if its clock ran ahead', async () => {
    const ahead = new TestClock();
    ahead.advance(400 * DAY);
    const older = new ServedStore({ ...memoryPorts(ahead), documents, log, version: '0.1.0', collections: LAST });
    await older.begin({ upgrades: false, begins: async () => undefined });
    expect(await upgrade()).toBe(3);
  });

  test('writes nothing any more after an upgrade that did not wait for it', async () => {
    const older = await serving(LAST);
    const others = new TestClock();
    others.advance(2 * MINUTE);
    await upgradeStore(
      { documents, clock: others, ids: systemIds, log },
      { collections: THIS, begins: async () => undefined },
    );
    clock.advance(MINUTE);
    const adding = older.commit([
      { collection: 'parcels', insert: documentOf(lastParcels, { id: 'late', kilograms: 1 }, 1) },
    ]);
    await expect(adding).rejects.toBeInstanceOf(Unavailable);
    await expect(older.check()).rejects.toBeInstanceOf(Unavailable);
    expect(await stored('late')).toBeUndefined();
    expect(log.warnings.map(({ message }) => message)).toContain('a newer version has upgraded the store');
  });

  test('made the store itself, and is entered before it serves', async () => {
    documents = new MemoryDocumentStore();
    const first = await serving(LAST);
    await aStoreOfLast(documents, [1]);
    await first.enter();
    await expect(upgrade()).rejects.toBeInstanceOf(OlderProcesses);
    await first.close();
    expect(await upgrade()).toBe(1);
  });

  test('tries a write at most every ten seconds, and reports one that fails', async () => {
    let tried = 0;
    let isFull = false;
    const commit: DocumentStore['commit'] = (...asked) => {
      tried++;
      return isFull ? Promise.reject(new Unavailable('documents')) : documents.commit(...asked);
    };
    const through = new Proxy(left(documents), {
      get: (target, name) => (name === 'commit' ? commit : (Reflect.get(target, name, target) as unknown)),
    });
    const store = await serving(LAST, { through });
    await store.tryWrite();
    expect(tried).toBe(1);
    isFull = true;
    await store.tryWrite();
    clock.advance(10 * SECOND);
    await expect(store.tryWrite()).rejects.toThrow(Unavailable);
    isFull = false;
    await store.tryWrite();
    expect(tried).toBe(3);
  });

  test('stays entered as long as it runs', async () => {
    await serving(LAST);
    for (let seconds = 0; seconds < 150; seconds += 5) {
      const paused = clock.paused();
      clock.advance(5 * SECOND);
      await paused;
    }
    await expect(upgrade()).rejects.toBeInstanceOf(OlderProcesses);
  });
});

describe('a start that upgrades', () => {
  test('waits for a process of the last release, and then does', async () => {
    const older = await serving(LAST);
    const paused = clock.paused();
    const starting = serving(THIS, { upgrades: true });
    await paused;
    expect([begun, await written()]).toEqual([['begun'], { parcels: 1 }]);
    expect(log.warnings.map(({ message }) => message)).toEqual(['waiting for an older version']);
    await older.close();
    clock.advance(SECOND);
    await starting;
    expect(await written()).toEqual({ parcels: 2 });
  });

  test('passes other conflicts on to the operation', async () => {
    const store = await serving(THIS, { upgrades: true });
    const stale = store.commit([
      { collection: 'parcels', replace: documentOf(parcels, { id: 'parcel-0', grams: 5 }, 9) },
    ]);
    await expect(stale).rejects.toBeInstanceOf(VersionConflict);
  });
});
