import { expect, test } from '@jest/globals';
import { EPOCH, type JobId } from '@strongroom/domain';
import { documentOf, stateOf } from '../../src/store/collection.ts';
import { newJob } from '../../src/store/job.ts';
import { jobs, RUNNABLE_JOBS } from '../../src/store/jobs.ts';
import { receipts } from '../../src/store/receipts.ts';
import { intercepted } from '../world/intercepted.ts';
import { aMember, anUpload, aRoom } from '../world/mothers.ts';
import { membershipsIn, stored, storedUser } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';

const jobsOf = async (world: World) =>
  (await world.ports.documents.list(jobs.name, { anyOf: [RUNNABLE_JOBS] }, { limit: 1000 })).map((document) =>
    stateOf(jobs, document),
  );

test('a job that renews its lease between slices is done at once', async () => {
  const world = await openWorld();
  const room = await aRoom(world, world.owner);
  const bob = await aMember(world, room, 'viewer', world.owner);
  const epoch = ((await storedUser(world, bob.id))?.epoch ?? 0) + 1;
  const job = newJob({ kind: 'leave-everything', data: { userId: bob.id, epoch } }, 'job' as JobId, world.clock.now());
  await world.ports.documents.commit([{ collection: jobs.name, insert: documentOf(jobs, job, 1) }]);
  await world.app.worker.runDue();
  expect((await membershipsIn(world, room.id)).map(({ userId }) => userId)).toEqual([world.owner.id]);
  expect(await jobsOf(world)).toEqual([]);
});

test('stopping the process aborts a long job, and another process takes it over at once', async () => {
  const world = await openWorld();
  const room = await aRoom(world, world.owner);
  for (let file = 0; file < 60; file++) await anUpload(world, world.owner, room);
  const { id } = await world.owner.ask(world.app.rooms.delete, { roomId: room.id });
  const { app } = await another(
    world,
    intercepted(world.ports, async (call, proceed) => {
      if (call.port === 'blobs' && call.method === 'delete') void app.worker.stop();
      return proceed();
    }),
  );
  await app.worker.runDue();
  expect(await stored(world, receipts, id)).toMatchObject({ filesDestroyed: 50, completedAt: null });
  expect(await jobsOf(world)).toMatchObject([{ kind: 'destroy-room', leasedUntil: EPOCH, attempts: 0 }]);
  await world.app.worker.runDue();
  expect(await stored(world, receipts, id)).toMatchObject({ filesDestroyed: 60, completedAt: expect.any(Number) });
});
