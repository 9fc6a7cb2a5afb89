import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HOUR, type Instant, type LiveRoom, MINUTE, plus, SECOND } from '@strongroom/domain';
import { bins, DUE_BINS } from '../../src/store/bins.ts';
import { TestClock } from '../world/clock.ts';
import { eventsOfType, recordedBy } from '../world/events.ts';
import { changesOf } from '../world/faulty-documents.ts';
import { commits, Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { type Moment, Mortal } from '../world/mortal.ts';
import { aFile, aRoom } from '../world/mothers.ts';
import { codeOf } from '../world/refusals.ts';
import { listed, storedFile, storedRoom } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';

/** Lets a worker start, sweep and pause again. */
async function sweep(world: World, app = world.app): Promise<void> {
  const idle = world.clock.paused();
  app.worker.start();
  await idle;
  await app.worker.stop();
}

/** Sweeps once a day: a service that rests for more than a week no longer trusts its clock. */
async function days(world: World, number: number): Promise<void> {
  for (let day = 0; day < number; day++) {
    await sweep(world);
    world.clock.advance(DAY);
  }
}

async function aRoomWithBin(world: World, binDays = 30): Promise<LiveRoom> {
  const room = await aRoom(world, world.owner);
  await keeps(world, room, binDays);
  return room;
}

const keeps = (world: World, room: LiveRoom, binDays: number) =>
  world.owner.ask(world.app.rooms.edit, { roomId: room.id, binDays });

async function binned(world: World, room: LiveRoom, { by = world } = {}) {
  const file = await aFile(world, world.owner, room);
  await by.owner.ask(by.app.files.delete, { fileId: file.id });
  return file;
}

const statusOf = async (world: World, { id }: Readonly<{ id: string }>) =>
  (await storedFile(world, id))?.status ?? 'gone';
const dueOf = async (world: World) => (await listed(world, bins, DUE_BINS)).map(({ dueAt }) => dueAt);
const objects = async (world: World) => (await world.ports.blobs.list('')).keys;

let world: World;
beforeEach(async () => {
  world = await openWorld();
});

describe('when a term in the bin ends', () => {
  test('the next sweep destroys key and object, not a moment earlier, and says both times', async () => {
    const file = await binned(world, await aRoomWithBin(world));
    const deletedAt = world.clock.now();
    await days(world, 29);
    world.clock.advance(DAY - 1);
    await sweep(world);
    expect(await statusOf(world, file)).toBe('binned');
    world.clock.advance(MINUTE);
    const events = await recordedBy(world, () => sweep(world));
    expect(events.filter(({ type }) => type === 'file.destroyed')).toMatchObject([
      { actor: { type: 'system' }, target: { id: file.id, roomId: file.roomId, label: 'C2' } },
    ]);
    expect(events.at(-1)?.data['deleted_at']).toBe(new Date(deletedAt).toISOString().replace(/\.\d+Z/u, 'Z'));
    expect(await statusOf(world, file)).toBe('deleted');
    await world.app.worker.runDue();
    expect([await objects(world), await dueOf(world)]).toEqual([[], []]);
  });

  test('an archived room loses its file like any other', async () => {
    const room = await aRoomWithBin(world, 1);
    const file = await binned(world, room);
    await world.owner.ask(world.app.rooms.archive, { roomId: room.id });
    await days(world, 2);
    expect(await statusOf(world, file)).not.toBe('binned');
  });

  test('120 files go together, and those with a later term stay until then', async () => {
    const room = await aRoomWithBin(world, 2);
    const over = [];
    for (let n = 0; n < 120; n++) over.push(await binned(world, room));
    world.clock.advance(DAY);
    const later = await binned(world, room);
    await days(world, 1);
    await sweep(world);
    expect(new Set(await Promise.all(over.map((file) => statusOf(world, file))))).toEqual(new Set(['deleted']));
    expect(await eventsOfType(world, 'file.destroyed')).toHaveLength(120);
    expect(await statusOf(world, later)).toBe('binned');
    expect(await dueOf(world)).toEqual([plus(world.clock.now(), DAY)]);
  });

  test('a restored file stays', async () => {
    const room = await aRoomWithBin(world, 1);
    const file = await binned(world, room);
    await world.owner.ask(world.app.bin.restore, { fileId: file.id });
    await days(world, 2);
    expect([await statusOf(world, file), await dueOf(world)]).toEqual(['available', []]);
    expect(await storedRoom(world, room.id)).toMatchObject({ files: { C2: 1 } });
  });
});

describe('a shorter term', () => {
  test('holds for what lies in the bin, from the next sweep on', async () => {
    const room = await aRoomWithBin(world, 90);
    const file = await binned(world, room);
    await days(world, 3);
    await keeps(world, room, 4);
    world.clock.advance(MINUTE);
    await sweep(world);
    expect([await statusOf(world, file), (await dueOf(world)).length]).toEqual(['binned', 1]);
    await days(world, 2);
    expect(await statusOf(world, file)).not.toBe('binned');
  });

  test('may have no days: it destroys within a minute, and a longer one afterwards saves nothing', async () => {
    const room = await aRoomWithBin(world);
    const file = await binned(world, room);
    await sweep(world);
    await keeps(world, room, 0);
    await keeps(world, room, 90);
    world.clock.advance(MINUTE);
    await sweep(world);
    expect(await statusOf(world, file)).not.toBe('binned');
  });
});

describe('nothing is destroyed', () => {
  test('while the clock of the process and that of the database differ', async () => {
    const there = new TestClock(world.clock.now());
    const other = await another(world, {
      documents: new Proxy(world.ports.documents, {
        get: (store, name) => {
          if (name === 'now') return async (): Promise<Instant> => there.now();
          const found: unknown = Reflect.get(store, name, store);
          return typeof found === 'function' ? found.bind(store) : found;
        },
      }),
    });
    const file = await binned(world, await aRoomWithBin(world, 1));
    world.clock.advance(2 * DAY);
    await sweep(world, other.app);
    expect(await statusOf(world, file)).toBe('binned');
    there.advance(2 * DAY);
    world.clock.advance(MINUTE);
    await sweep(world, other.app);
    expect(await statusOf(world, file)).not.toBe('binned');
  });

  test('by a clock that is far ahead of the last time that the store knows', async () => {
    const file = await binned(world, await aRoomWithBin(world));
    await sweep(world);
    world.clock.advance(40 * DAY);
    await sweep(world);
    expect(await statusOf(world, file)).toBe('binned');
  });
});

test('a file that a clock far ahead put into the bin has its term from now on', async () => {
  const room = await aRoomWithBin(world, 2);
  const clock = new TestClock(plus(world.clock.now(), 400 * DAY));
  const ahead = await another({ ...world, clock }, { clock });
  const file = await binned(world, room, { by: ahead });
  await days(world, 2);
  expect(await statusOf(world, file)).toBe('binned');
  world.clock.advance(SECOND);
  await sweep(world);
  expect(await statusOf(world, file)).not.toBe('binned');
});

test('a worker killed before or after any of its calls destroys each file once, and no other', async () => {
  const prepare = async () => {
    const made = await openWorld();
    const room = await aRoomWithBin(made, 1);
    const over = [await binned(made, room), await binned(made, room)];
    made.clock.advance(HOUR);
    const kept = await binned(made, room);
    await sweep(made);
    made.clock.advance(DAY - HOUR);
    return { world: made, over, kept };
  };
  const killed = async (at: number, moment: Moment) => {
    const { world: made, over, kept } = await prepare();
    const mortal = new Mortal(at, moment);
    let isWorking = false;
    const { app } = await another(
      made,
      intercepted(made.ports, (call, proceed) => (isWorking ? mortal.around(call, proceed) : proceed())),
    );
    isWorking = true;
    await Promise.race([mortal.died, sweep(made, app)]);
    const atDeath = await statusOf(made, kept);
    // Another process takes over the jobs of the dead one.
    made.clock.advance(MINUTE);
    await sweep(made);
    await made.app.worker.runDue();
    const left = [await statusOf(made, kept), ...(await Promise.all(over.map((file) => statusOf(made, file))))];
    const events = await eventsOfType(made, 'file.destroyed');
    const objectsLeft = (await objects(made)).length;
    return { calls: mortal.calls, end: [atDeath, ...left, events.length, objectsLeft, (await dueOf(made)).length] };
  };
  const { calls, end: expected } = await killed(Number.POSITIVE_INFINITY, 'before');
  expect(expected).toEqual(['binned', 'binned', 'deleted', 'deleted', 2, 1, 1]);
  const found: unknown[] = [];
  for (let at = 1; at <= calls; at++)
    for (const moment of ['before', 'after'] as const) {
      const { end } = await killed(at, moment);
      if (JSON.stringify(end) !== JSON.stringify(expected)) found.push({ at, moment, end });
    }
  expect(found).toEqual([]);
  expect(calls).toBeGreaterThan(8);
});

test('a file that is deleted while a sweep notes that the bin is empty is destroyed in its time', async () => {
  const room = await aRoomWithBin(world, 1);
  const first = await binned(world, room);
  const gate = new Gate();
  const other = await another(world, intercepted(world.ports, gate.around));
  await sweep(world);
  world.clock.advance(DAY);
  const removing = gate.hold(
    (call) => commits(call) && changesOf(call.args).some((change) => change.collection === 'bins'),
  );
  const swept = sweep(world, other.app);
  await removing;
  const second = await binned(world, room);
  gate.open();
  await swept;
  expect([await statusOf(world, first), await statusOf(world, second)]).toEqual(['deleted', 'binned']);
  expect(await dueOf(world)).toEqual([plus(world.clock.now(), DAY)]);
  await days(world, 2);
  expect(await codeOf(world.owner.ask(world.app.bin.restore, { fileId: second.id }))).toBe('FILE_NOT_FOUND');
  expect(await statusOf(world, second)).not.toBe('binned');
});
