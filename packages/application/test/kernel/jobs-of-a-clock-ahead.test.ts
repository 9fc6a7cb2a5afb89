import { describe, expect, test } from '@jest/globals';
import { DAY, type JobId, MINUTE, plus, SECOND } from '@strongroom/domain';
import { hastenJobs } from '../../src/jobs/hasten-jobs.ts';
import { documentOf, stateOf } from '../../src/store/collection.ts';
import { type Job, newJob } from '../../src/store/job.ts';
import { jobs, RUNNABLE_JOBS } from '../../src/store/jobs.ts';
import { receipts } from '../../src/store/receipts.ts';
import {
  aDeletedFile,
  aDeletedRoom,
  leftOfFile,
  leftOfRoom,
  NOTHING_OF_FILE,
  NOTHING_OF_ROOM,
} from '../destruction/setting.ts';
import { TestClock } from '../world/clock.ts';
import { stored } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';

/** A process whose clock is ahead of that of the world. */
const ahead = (world: World, by: number): Promise<World> => {
  const clock = new TestClock(plus(world.clock.now(), by));
  return another({ ...world, clock }, { clock });
};

const jobsOf = async (world: World): Promise<readonly Job[]> =>
  (await world.ports.documents.list(jobs.name, { anyOf: [RUNNABLE_JOBS] }, { limit: 1000 })).map((document) =>
    stateOf(jobs, document),
  );

const hasten = (world: World): Promise<void> => hastenJobs({ ...world.ports, ...world.configuration });

async function insert(world: World, change: Partial<Pick<Job, 'dueAt' | 'leasedUntil' | 'attempts'>>): Promise<void> {
  const job = newJob({ kind: 'forget-tokens', data: { tokenIds: [] } }, 'job' as JobId, world.clock.now());
  const state: Job = { ...job, ...change };
  await world.ports.documents.commit([{ collection: jobs.name, insert: documentOf(jobs, state, 1) }]);
}

describe('a job is done by a right clock', () => {
  test.each(['dueAt', 'leasedUntil'] as const)('although a clock 400 days ahead wrote %s', async (field) => {
    const world = await openWorld();
    await insert(world, { [field]: plus(world.clock.now(), 400 * DAY + 15 * SECOND), attempts: 3 });
    expect(await world.app.worker.runDue()).toBe(0);
    await hasten(world);
    expect(await jobsOf(world)).toMatchObject([{ attempts: 3 }]);
    expect(await world.app.worker.runDue()).toBe(1);
    expect(await jobsOf(world)).toEqual([]);
  });

  test('within the first look of a worker', async () => {
    const world = await openWorld();
    await insert(world, { leasedUntil: plus(world.clock.now(), 400 * DAY) });
    const idle = world.clock.paused();
    world.app.worker.start();
    await idle;
    await world.app.worker.stop();
    expect(await jobsOf(world)).toEqual([]);
  });

  test('and keeps its time if a clock that agrees wrote it', async () => {
    const world = await openWorld();
    await insert(world, { dueAt: plus(world.clock.now(), 10 * MINUTE) });
    await hasten(world);
    expect(await world.app.worker.runDue()).toBe(0);
  });
});

/** Runs the jobs of a right clock for five hours, with the sweeps of a worker. */
async function fiveHours(world: World): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await hasten(world);
    while ((await world.app.worker.runDue()) > 0);
    world.clock.advance(15 * MINUTE + MINUTE);
  }
}

describe('things that were deleted by a clock 400 days ahead', () => {
  test('a room is destroyed, and its receipt is complete within five hours', async () => {
    const world = await openWorld();
    const room = await aDeletedRoom(world, await ahead(world, 400 * DAY));
    await fiveHours(world);
    expect(await leftOfRoom(world, room)).toEqual(NOTHING_OF_ROOM);
    const receipt = await stored(world, receipts, room.receiptId);
    expect(receipt?.lastSweep?.doneAt).toBeLessThan(world.clock.now());
    expect(await jobsOf(world)).toEqual([]);
  });

  test('a room that this clock also destroyed has a complete receipt within five hours', async () => {
    const world = await openWorld();
    const by = await ahead(world, 400 * DAY);
    const room = await aDeletedRoom(world, by);
    while ((await by.app.worker.runDue()) > 0);
    const of = () => stored(world, receipts, room.receiptId);
    expect((await of())?.completedAt).toBeGreaterThan(plus(world.clock.now(), 399 * DAY));
    await fiveHours(world);
    expect((await of())?.lastSweep?.doneAt).toBeLessThan(world.clock.now());
    expect(await jobsOf(world)).toEqual([]);
  });

  test('a file is gone within five hours', async () => {
    const world = await openWorld();
    const file = await aDeletedFile(world, await ahead(world, 400 * DAY));
    await fiveHours(world);
    expect(await leftOfFile(world, file)).toEqual(NOTHING_OF_FILE);
    expect(await jobsOf(world)).toEqual([]);
  });
});
