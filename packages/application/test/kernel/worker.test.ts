import { expect, test } from '@jest/globals';
import { HOUR, SECOND } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { fated } from '../world/faulty-documents.ts';
import { Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { another, openWorld } from '../world/world.ts';
import { aWorldWithMail, failing, invite, jobsOf, sends } from './mail-jobs.ts';

const LEASE = 15 * SECOND;

test('a job that is due is done once and is gone', async () => {
  const world = await aWorldWithMail();
  expect(await world.app.worker.runDue()).toBe(1);
  expect(await world.app.worker.runDue()).toBe(0);
  expect(world.ports.mailer.sent).toHaveLength(1);
  expect(await jobsOf(world)).toEqual([]);
});

test('a job that is not due yet waits for its time', async () => {
  const world = await aWorldWithMail(failing(1));
  await world.app.worker.runDue();
  expect(await world.app.worker.runDue()).toBe(0);
  world.clock.advance(SECOND - 1);
  expect(await world.app.worker.runDue()).toBe(0);
  world.clock.advance(1);
  expect(await world.app.worker.runDue()).toBe(1);
  expect(world.ports.mailer.sent).toHaveLength(1);
});

test('a job that fails comes again, each time later, at most ten minutes later', async () => {
  const world = await aWorldWithMail(failing(14));
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 14; attempt++) {
    expect(await world.app.worker.runDue()).toBe(1);
    const [job] = await jobsOf(world);
    pauses.push(((job?.dueAt ?? 0) - world.clock.now()) / SECOND);
    world.clock.advance(Math.max(0, (job?.dueAt ?? 0) - world.clock.now()));
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600, 600]);
  await world.app.worker.runDue();
  expect(world.ports.mailer.sent).toHaveLength(1);
});

test('the worker logs a failed job by its kind and number, without its content', async () => {
  const world = await aWorldWithMail(failing(1));
  const [job] = await jobsOf(world);
  await world.app.worker.runDue();
  expect(world.ports.log.warnings).toEqual([
    {
      message: 'a job failed and will be tried again',
      fields: { job: job?.id, kind: 'send-invitation', attempts: 1, error: 'Unavailable', dependency: 'mail' },
    },
  ]);
});

test('a job that one worker has leased is not taken by another', async () => {
  const gate = new Gate();
  const world = await aWorldWithMail(gate.around);
  const other = await another(world);
  const held = gate.hold(sends);
  const working = world.app.worker.runDue();
  await held;
  expect(await other.app.worker.runDue()).toBe(0);
  gate.open();
  expect(await working).toBe(1);
});

test('one of four workers that reach for the same jobs at the same time has each, and the others leave it alone', async () => {
  let sent = 0;
  const world = await openWorld({
    around: (ports) =>
      intercepted(ports, (call, proceed) => {
        if (sends(call)) sent++;
        return proceed();
      }),
  });
  for (let n = 0; n < 10; n++) await invite(world);
  const others = await Promise.all([1, 2, 3].map(() => another(world)));
  const done = await Promise.all([world, ...others].map((each) => each.app.worker.runDue()));
  expect([sent, done.reduce((sum, each) => sum + each, 0)]).toEqual([10, 10]);
  expect(await jobsOf(world)).toEqual([]);
});

test('a job whose worker was killed is taken over when its lease has ended, and not before', async () => {
  const gate = new Gate();
  const world = await aWorldWithMail();
  const killed = await another(world, intercepted(world.ports, gate.around));
  const held = gate.hold(sends);
  void killed.app.worker.runDue();
  await held; // and it never continues
  world.clock.advance(LEASE - 1);
  expect(await world.app.worker.runDue()).toBe(0);
  world.clock.advance(1);
  expect(await world.app.worker.runDue()).toBe(1);
  expect(world.ports.mailer.sent).toHaveLength(1);
});

test('a worker that lost its lease leaves the job to the worker that took it over', async () => {
  const gate = new Gate();
  const world = await aWorldWithMail();
  const slow = await another(world, intercepted(world.ports, gate.around));
  const taking = await another(world, intercepted(world.ports, failing(1)));
  const held = gate.hold(sends);
  const working = slow.app.worker.runDue();
  await held;
  world.clock.advance(LEASE);
  await taking.app.worker.runDue();
  const [postponed] = await jobsOf(world);
  gate.open();
  expect(await working).toBe(0);
  expect(await jobsOf(world)).toEqual([postponed]);
});

test('a worker whose job fails after it was taken over leaves it alone and goes on', async () => {
  const gate = new Gate();
  const world = await aWorldWithMail();
  const slow = await another(
    world,
    intercepted(world.ports, async (call, proceed) => {
      if (!sends(call)) return proceed();
      await gate.around(call, async () => undefined);
      throw new Unavailable('mail');
    }),
  );
  const held = gate.hold(sends);
  const working = slow.app.worker.runDue();
  await held;
  world.clock.advance(LEASE);
  await world.app.worker.runDue();
  gate.open();
  expect(await working).toBe(0);
  expect(await jobsOf(world)).toEqual([]);
});

test('a job whose removal was not heard of is not done again', async () => {
  const world = await openWorld();
  await invite(world);
  const deaf = await another(world, intercepted(world.ports, fated('stored', 'lost')));
  await deaf.app.worker.runDue();
  expect(await jobsOf(world)).toEqual([]);
  world.clock.advance(HOUR);
  expect(await world.app.worker.runDue()).toBe(0);
});
