import { describe, expect, test } from '@jest/globals';
import { type AuditEvent, DAY, HOUR, type Instant, MINUTE, plus } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { type Configuration, confirmClock, SettingsUnfit } from '../../src/index.ts';
import { eraseOldEvents } from '../../src/jobs/erase-old-events.ts';
import { TestClock } from '../world/clock.ts';
import { eventsOf, eventsOfType } from '../world/events.ts';
import { anUpload, aPerson, aRoom } from '../world/mothers.ts';
import type { TestPorts } from '../world/ports.ts';
import { storedFile } from '../world/stored.ts';
import { another, BOTH, type Kind, openWorld, type World } from '../world/world.ts';

const KEPT = { auditKeepDays: 30, auditKeepIpDays: 7 };

/** Lets a worker start, sweep once and pause again. */
async function sweep(world: World): Promise<void> {
  const idle = world.clock.paused();
  world.app.worker.start();
  await idle;
  await world.app.worker.stop();
}

/** The days of a service that runs: it sweeps twice an hour apart each day, as it may erase in one sweep and mark in the next. */
async function days(world: World, count: number): Promise<void> {
  for (let day = 0; day < count; day++) {
    await sweep(world);
    world.clock.advance(DAY);
  }
  await sweep(world);
}

/** Another process whose clock is ahead of that of the world. */
function ahead(world: World, by: number): Promise<World> {
  const clock = new TestClock(plus(world.clock.now(), by));
  return another({ ...world, clock }, { clock });
}

const typesOf = (events: readonly AuditEvent[]): readonly string[] => events.map(({ type }) => type);

/** A store that asks a server for the time, which the test sets. */
const withServerTime = (now: () => Instant) => (ports: TestPorts) => ({
  documents: new Proxy<DocumentStore>(ports.documents, {
    get: (target, member) => {
      if (member === 'now') return async () => now();
      const found: unknown = Reflect.get(target, member, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  }),
});

const aWorld = (kind: Kind, configuration: Partial<Configuration> = KEPT) => openWorld({ kind, configuration });

describe.each(BOTH)('events in %s that are older than the operator keeps them', (kind) => {
  test('are marked within the last day of their term, and erased at its end, their addresses earlier', async () => {
    const world = await aWorld(kind);
    const ada = await aPerson(world, 'member');
    await aRoom(world, ada);
    const ofRoom = async () => (await eventsOfType(world, 'room.created')).map(({ request }) => request?.ip ?? null);
    const [ip] = await ofRoom();
    await days(world, 6);
    expect(await ofRoom()).toEqual([ip]);
    expect(await eventsOfType(world, 'audit.erased')).toEqual([]);
    const marks = await eventsOfType(world, 'audit.erasure_marked');
    expect(marks).toEqual([]);
    world.clock.advance(HOUR);
    await sweep(world);
    expect(await eventsOfType(world, 'audit.erasure_marked')).toMatchObject([
      { actor: { type: 'system' }, data: { part: 'address', count: expect.any(Number) } },
    ]);
    world.clock.advance(DAY - 1);
    await sweep(world);
    expect(await ofRoom()).toEqual([ip]);
    world.clock.advance(HOUR);
    await sweep(world);
    expect(await ofRoom()).toEqual([null]);
    await days(world, 21);
    expect(await ofRoom()).toEqual([null]);
    await days(world, 4);
    expect(await ofRoom()).toEqual([]);
    expect(typesOf(await eventsOf(world))).toContain('log.started');
  });

  test('stay without a setting', async () => {
    const world = await aWorld(kind, {});
    await aRoom(world, await aPerson(world, 'member'));
    const before = await eventsOf(world);
    for (let week = 0; week < 60; week++) {
      world.clock.advance(7 * DAY);
      await sweep(world);
    }
    expect(await eventsOf(world)).toEqual(before);
  });

  test('stay when a process serves whose clock is 400 days ahead, whatever it records meanwhile', async () => {
    const world = await aWorld(kind);
    await aRoom(world, await aPerson(world, 'member'));
    await sweep(world);
    const before = await eventsOf(world);
    const wrong = await ahead(world, 400 * DAY);
    await wrong.app.worker.lookAtClock();
    await aRoom(wrong, wrong.owner);
    await days(wrong, 3);
    expect((await eventsOf(world)).filter(({ seq }) => seq < before.length)).toEqual(before);
    expect(await eventsOfType(world, 'audit.erased')).toEqual([]);
    expect(await eventsOfType(world, 'audit.erasure_marked')).toEqual([]);
    expect(wrong.ports.log.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('the clock is far ahead of the last time that this store knows'),
    ]);
  });

  test('stay also where that process is the first of a version that notes the time', async () => {
    const world = await aWorld(kind);
    await aRoom(world, await aPerson(world, 'member'));
    const before = await eventsOf(world);
    const wrong = await ahead(world, 400 * DAY);
    await wrong.app.worker.lookAtClock();
    await aRoom(wrong, wrong.owner);
    await days(wrong, 2);
    expect((await eventsOf(world)).filter(({ seq }) => seq < before.length)).toEqual(before);
  });

  test('lose nothing to a clock that is six days ahead for less than a day', async () => {
    const world = await aWorld(kind);
    await aRoom(world, await aPerson(world, 'member'));
    await days(world, 3);
    const before = await eventsOf(world);
    const wrong = await ahead(world, 6 * DAY);
    await sweep(wrong);
    wrong.clock.advance(DAY - MINUTE);
    await sweep(wrong);
    expect(await eventsOfType(world, 'audit.erasure_marked')).not.toEqual([]);
    world.clock.advance(DAY);
    await sweep(world);
    expect((await eventsOf(world)).filter(({ seq }) => seq < before.length)).toEqual(before);
    // A mark in the future is void: addresses end after their own term, not after that of the mark.
    await days(world, 5);
    expect((await eventsOfType(world, 'room.created')).map(({ request }) => request?.ip ?? null)).toEqual([null]);
  });

  test('are erased after a rest of a year once an operator has confirmed the clock', async () => {
    const world = await aWorld(kind);
    await aRoom(world, await aPerson(world, 'member'));
    await sweep(world);
    world.clock.advance(365 * DAY);
    await days(world, 3);
    expect(await eventsOfType(world, 'audit.erased')).toEqual([]);
    const confirmed = await confirmClock(world.ports);
    expect(confirmed).toMatchObject({ verdict: 'ahead-of-store', now: world.clock.now() });
    expect(await eventsOfType(world, 'log.clock_confirmed')).toMatchObject([
      { actor: { type: 'system' }, data: { seconds_ahead: 368 * 86_400 } },
    ]);
    expect(await confirmClock(world.ports)).toMatchObject({ verdict: 'agrees' });
    await days(world, 2);
    expect(await eventsOfType(world, 'room.created')).toEqual([]);
    expect(await eventsOfType(world, 'log.clock_confirmed')).toHaveLength(1);
  });
});

describe('the clock of the database', () => {
  test.each([90 * 1000, -90 * 1000])('stops erasing while it differs by %i ms', async (by) => {
    let offset = 0;
    const clock = { now: (): Instant => plus(world.clock.now(), offset) };
    const world: World = await openWorld({ configuration: KEPT, around: withServerTime(() => clock.now()) });
    await aRoom(world, await aPerson(world, 'member'));
    await days(world, 6);
    offset = by;
    await days(world, 3);
    expect(await eventsOfType(world, 'audit.erasure_marked')).toEqual([]);
    expect(world.app.worker.clockOffset).toBe(-by / 1000);
    expect(world.ports.log.warnings).toEqual([
      { message: expect.stringContaining('differs from that of the database'), fields: { offset_seconds: -by / 1000 } },
    ]);
    await expect(confirmClock(world.ports)).rejects.toThrow(SettingsUnfit);
    offset = 0;
    await days(world, 2);
    expect(await eventsOfType(world, 'audit.erased')).not.toEqual([]);
    expect(world.app.worker.clockOffset).toBe(0);
  });

  test('causes one warning above two seconds', async () => {
    const world: World = await openWorld({ around: withServerTime(() => plus(world.clock.now(), -2001)) });
    for (let minute = 0; minute < 3; minute++) {
      await sweep(world);
      world.clock.advance(MINUTE);
    }
    expect(world.ports.log.warnings).toEqual([
      { message: 'the clock differs from that of the database', fields: { offset_seconds: 2.001 } },
    ]);
  });
});

describe('an upload that was announced', () => {
  test('stays when a process serves whose clock is 400 days ahead', async () => {
    const world = await openWorld();
    const { file } = await anUpload(world, world.owner, await aRoom(world, world.owner));
    await sweep(world);
    const wrong = await ahead(world, 400 * DAY);
    await sweep(wrong);
    expect(await storedFile(world, file.id)).toMatchObject({ status: 'pending' });
  });

  test('is swept after a rest of a year without an operator, when the service has run for a day, and no event is erased', async () => {
    const world = await aWorld('memory');
    const { file } = await anUpload(world, world.owner, await aRoom(world, world.owner));
    await sweep(world);
    world.clock.advance(365 * DAY);
    const looks = async (count: number) => {
      for (let look = 0; look < count; look++) {
        world.clock.advance(MINUTE);
        await sweep(world);
      }
    };
    await looks(24 * 60);
    expect(await storedFile(world, file.id)).toBeDefined();
    await looks(61);
    expect(await storedFile(world, file.id)).toBeUndefined();
    expect(await eventsOfType(world, 'audit.erasure_marked')).toEqual([]);
  });
});

test('one of several processes erases, once an hour', async () => {
  const world = await openWorld({ configuration: KEPT });
  const { documents, clock, ids } = world.ports;
  const erase = () => eraseOldEvents({ documents, clock, ids, ...world.home, ...world.configuration });
  await aRoom(world, await aPerson(world, 'member'));
  world.clock.advance(8 * DAY);
  await Promise.all([erase(), erase()]);
  expect(await eventsOfType(world, 'audit.erasure_marked')).toHaveLength(1);
  world.clock.advance(DAY);
  await Promise.all([erase(), erase()]);
  const erased = await eventsOfType(world, 'audit.erased');
  expect(erased).toHaveLength(1);
  world.clock.advance(30 * MINUTE);
  await erase();
  expect(await eventsOfType(world, 'audit.erased')).toEqual(erased);
});
