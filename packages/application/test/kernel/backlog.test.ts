import { expect, test } from '@jest/globals';
import { MINUTE, SECOND } from '@strongroom/domain';
import { MAX_JOBS, MAX_UPLOADS } from '../../src/jobs/backlog.ts';
import { aRoom } from '../world/mothers.ts';
import type { World } from '../world/world.ts';
import { openWorld } from '../world/world.ts';
import { aWorldWithMail, failing } from './mail-jobs.ts';

/** The backlog that the worker finds in a look of its own, after due jobs were tried. */
async function backlogOf(world: World) {
  const { worker } = world.app;
  const paused = world.clock.paused();
  worker.start();
  await paused;
  await worker.stop();
  return worker.backlog;
}

test('a mail that fails again and again waits since it was first due', async () => {
  const world = await aWorldWithMail(failing(1000));
  for (let minute = 0; minute < 5; minute++) {
    await world.app.worker.runDue();
    world.clock.advance(MINUTE);
  }
  expect(world.app.worker.backlog).toBeUndefined();
  expect(await backlogOf(world)).toEqual({
    mail: { waiting: 1, oldestSeconds: (5 * MINUTE) / SECOND },
    rest: { waiting: 0, oldestSeconds: 0 },
    roomsToDestroy: 0,
    pendingUploads: 0,
  });
});

test('a mail that went out after failures waits no longer', async () => {
  const world = await aWorldWithMail(failing(1));
  await world.app.worker.runDue();
  world.clock.advance(MINUTE);
  await world.app.worker.runDue();
  expect((await backlogOf(world))?.mail).toEqual({ waiting: 0, oldestSeconds: 0 });
});

test('a deleted room counts until it is destroyed, other jobs of the future do not', async () => {
  const world = await openWorld();
  const room = await aRoom(world, world.owner);
  await world.owner.ask(world.app.rooms.delete, { roomId: room.id });
  const before = await backlogOf(world);
  expect(before).toMatchObject({ roomsToDestroy: 1, rest: { waiting: 1 } });
  await world.app.worker.runDue();
  world.clock.advance(MINUTE);
  expect(await backlogOf(world)).toMatchObject({ roomsToDestroy: 0, rest: { waiting: 0 } });
});

test('a look reads a bounded number of jobs and uploads', async () => {
  const asked: unknown[] = [];
  const world = await aWorldWithMail(async ({ method, args }, proceed) => {
    const [collection, , page] = args;
    if (method === 'list' && collection === 'jobs' && isPage(page) && page.limit > 100) asked.push(page.limit);
    if (method === 'count' && collection === 'files') asked.push(page);
    return proceed();
  });
  await backlogOf(world);
  expect(asked).toEqual([MAX_JOBS, MAX_UPLOADS]);
});

const isPage = (value: unknown): value is Readonly<{ limit: number }> =>
  typeof value === 'object' && value !== null && 'limit' in value;
