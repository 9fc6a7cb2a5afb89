import { describe, expect, test } from '@jest/globals';
import { memoryAuditKeys, newAuditKey } from '@strongroom/adapter-local';
import type { AuditKeys, DocumentStore, StorePlace } from '@strongroom/ports';
import { continueLog, restartLog } from '../../src/index.ts';
import { eventsOf, eventsOfType } from '../world/events.ts';
import { aPerson, aRoom } from '../world/mothers.ts';
import { another, openWorld, type World } from '../world/world.ts';

const HERE: StorePlace = { parts: { cluster: '1', table: '7' }, timeline: 'a', isRestored: false };

type Placed = World & Readonly<{ auditKeys: AuditKeys }>;

/** A world whose store is where `place` says. */
async function aWorldAt(place: StorePlace, auditKeys: AuditKeys = memoryAuditKeys()): Promise<Placed> {
  const world = await openWorld({ around: ({ documents }) => ({ auditKeys, documents: at(documents, place) }) });
  await world.app.checkpointer?.begin();
  return { ...world, auditKeys };
}

/** Another process over the same documents, which are now at another place. */
async function moved(world: Placed, place: StorePlace, auditKeys = world.auditKeys): Promise<Placed> {
  const documents = at(world.ports.documents, place);
  const next = await another(world, { auditKeys, documents });
  await next.app.checkpointer?.begin();
  return { ...next, ports: { ...next.ports, documents }, auditKeys };
}

const at = (documents: DocumentStore, place: StorePlace): DocumentStore => ({
  audit: documents.audit,
  read: documents.read.bind(documents),
  list: documents.list.bind(documents),
  count: documents.count.bind(documents),
  outdated: documents.outdated.bind(documents),
  commit: documents.commit.bind(documents),
  place: async () => place,
  check: documents.check.bind(documents),
  close: documents.close.bind(documents),
});

const codeOf = ({ app }: World): string | undefined => app.checkpointer?.fault?.code;
const portsOf = ({ ports, auditKeys }: Placed) => ({ ...ports, auditKeys });

describe('a store', () => {
  test('notes its place at the first look and is the same in every process', async () => {
    const world = await aWorldAt(HERE);
    const next = await moved(world, HERE);
    expect([codeOf(world), codeOf(next)]).toEqual([undefined, undefined]);
    await aRoom(next, next.owner);
  });

  test.each<readonly [string, StorePlace]>([
    ['another table of the same database', { ...HERE, parts: { cluster: '1', table: '8' } }],
    ['another server', { ...HERE, parts: { cluster: '2', table: '7' } }],
    ['another server, of which only one part can be read', { parts: { table: '8' }, isRestored: false }],
  ])('that is a copy in %s refuses writes and serves reads', async (_where, place) => {
    const world = await moved(await aWorldAt(HERE), place);
    expect(codeOf(world)).toBe('store_is_restored');
    await expect(aRoom(world, world.owner)).rejects.toMatchObject({ dependency: 'audit' });
    await expect(world.app.users.me(await world.owner.enter())).resolves.toBeDefined();
    // Waiting does not make it the original.
    await world.app.checkpointer?.once();
    expect(codeOf(world)).toBe('store_is_restored');
  });

  test('that an earlier version wrote is a copy only where its place is marked', async () => {
    const auditKeys = memoryAuditKeys();
    const unplaced = await openWorld({
      around: ({ documents }) => ({ auditKeys, documents: { ...at(documents, HERE), place: undefined } }),
    });
    const old: Placed = { ...unplaced, auditKeys };
    const marked = await moved(old, { ...HERE, isRestored: true });
    expect(codeOf(marked)).toBe('store_is_restored');
    expect(codeOf(await moved(old, HERE))).toBeUndefined();
  });

  test('shows a part that could not be read before, and nothing is wrong', async () => {
    const world = await aWorldAt({ parts: { table: '7' }, isRestored: false });
    expect(codeOf(await moved(world, HERE))).toBeUndefined();
    expect(codeOf(await moved(world, { ...HERE, parts: { cluster: '2', table: '7' } }))).toBe('store_is_restored');
  });

  test('under a running process that is replaced by a copy stops it', async () => {
    let place = HERE;
    const world = await openWorld({
      around: ({ documents }) => ({
        auditKeys: memoryAuditKeys(),
        documents: { ...at(documents, HERE), place: async () => place },
      }),
    });
    await world.app.checkpointer?.begin();
    place = { ...HERE, parts: { cluster: '1', table: '8' } };
    await world.app.checkpointer?.once();
    expect(codeOf(world)).toBe('store_is_restored');
  });
});

const COPY: StorePlace = { ...HERE, parts: { cluster: '2', table: '7' } };

describe('an operator', () => {
  test('continues the log where no later one exists, with an event, and all processes serve again', async () => {
    const original = await aWorldAt(HERE);
    const [one, other] = [await moved(original, COPY), await moved(original, COPY)];
    const { origin, size } = await continueLog(portsOf(one), { reason: 'moved to another machine' });
    expect(origin).toBe((await original.app.checkpointer?.latest())?.origin);
    for (const world of [one, other]) await world.app.checkpointer?.once();
    expect([codeOf(one), codeOf(other)]).toEqual([undefined, undefined]);
    const [event] = await eventsOfType(one, 'log.continued');
    expect(event).toMatchObject({ seq: size, data: { reason: 'moved to another machine', size } });
    await aRoom(one, one.owner);
    await aRoom(other, other.owner);
  });

  test('begins a new log, and the other processes go on in it by the same file of keys', async () => {
    const original = await aWorldAt(HERE);
    const [one, other] = [await moved(original, COPY), await moved(original, COPY)];
    const readOnly: AuditKeys = { ...one.auditKeys, add: () => Promise.reject(new Error('read-only file system')) };
    const { origin, vkey } = await restartLog({ ...portsOf(one), auditKeys: readOnly }, { reason: 'restored' });
    for (const world of [one, other]) await world.app.checkpointer?.once();
    expect([codeOf(one), codeOf(other)]).toEqual([undefined, undefined]);
    await aRoom(other, other.owner);
    await other.app.checkpointer?.once();
    expect((await other.app.checkpointer?.latest())?.origin).toBe(origin);
    expect(vkey.startsWith(`${origin}+`)).toBe(true);
  });

  test('is refused where the store is not a copy, and changes nothing', async () => {
    const world = await aWorldAt(HERE);
    const before = (await eventsOf(world)).length;
    await expect(continueLog(portsOf(world), { reason: 'why not' })).rejects.toThrow(/is no restored copy/);
    expect(await eventsOf(world)).toHaveLength(before);
  });

  test('is refused where a later checkpoint is known, and nothing is signed', async () => {
    const original = await aWorldAt(HERE);
    const lines = original.auditKeys;
    const copy = await openWorld({ around: ({ documents }) => ({ auditKeys: lines, documents: at(documents, HERE) }) });
    await copy.app.checkpointer?.begin();
    await aRoom(original, await aPerson(original, 'member'));
    await original.app.checkpointer?.once();
    const noted = await lines.lastSigned();
    const restored = await moved({ ...copy, auditKeys: lines }, COPY);
    await expect(continueLog(portsOf(restored), { reason: 'nothing is missing' })).rejects.toMatchObject({
      name: 'LogFault',
    });
    expect(await lines.lastSigned()).toBe(noted);
  });
});

describe('another timeline of the same database', () => {
  const LATER: StorePlace = { ...HERE, timeline: 'b' };
  const warned = ({ ports }: World) => ports.log.warnings.filter(({ message }) => message === 'audit.timeline_changed');

  test('stops nothing, because a standby that takes over has one, and one process says so once', async () => {
    const world = await aWorldAt(HERE);
    await aRoom(world, world.owner);
    await world.app.checkpointer?.once();
    const after = await moved(world, LATER);
    expect(codeOf(after)).toBeUndefined();
    await aRoom(after, after.owner);
    after.app.checkpointer?.start();
    expect(warned(after)).toHaveLength(1);
    await after.app.checkpointer?.stop();
    const other = await moved(world, LATER);
    other.app.checkpointer?.start();
    expect(warned(other)).toHaveLength(1);
    await other.app.checkpointer?.stop();
  });
});

describe('the last checkpoint', () => {
  test('is noted by every machine, whichever of them signed it', async () => {
    const there = [await newAuditKey('rooms.example/api/v1/audit/0123abcd')];
    const [keysOfA, keysOfB] = [memoryAuditKeys(there), memoryAuditKeys(there)];
    const a = await aWorldAt(HERE, keysOfA);
    const b = await moved(a, HERE, keysOfB);
    await aRoom(a, a.owner);
    await a.app.checkpointer?.once();
    expect(await keysOfB.lastSigned()).not.toBe(await keysOfA.lastSigned());
    await b.app.checkpointer?.once();
    expect(await keysOfB.lastSigned()).toBe(await keysOfA.lastSigned());
  });
});
