import { expect, test } from '@jest/globals';
import { HOUR, MINUTE, SECOND } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { stateOf } from '../../src/kernel/collection.ts';
import { jobs, RUNNABLE_JOBS } from '../../src/repositories/jobs.ts';
import { fated } from '../world/faulty-documents.ts';
import { Gate } from '../world/gate.ts';
import { type Around, intercepted, type PortCall } from '../world/intercepted.ts';
import { anEmail } from '../world/mothers.ts';
import { another, openWorld, type World } from '../world/world.ts';

const LEASE = 15 * SECOND;

const sends = ({ port, method }: PortCall): boolean => port === 'mailer' && method === 'send';

/** A world in which somebody was invited, so that there is one job to be done: to mail him. */
async function aWorldWithMail(around?: Around): Promise<World> {
  const world = await openWorld(around ? { around: (ports) => intercepted(ports, around) } : {});
  await invite(world);
  return world;
}

const invite = (world: World) => world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });

const jobsOf = async (world: World) =>
  (await world.ports.documents.list(jobs.name, { anyOf: [RUNNABLE_JOBS] }, { limit: 1000 })).map((document) =>
    stateOf(jobs, document),
  );

/** Sending fails so many times, then works. */
const failing = (times: number): Around => {
  let left = times;
  return async (call, proceed) => {
    if (sends(call) && left-- > 0) throw new Unavailable('mail');
    return proceed();
  };
};

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

test('what failed is told to the operator by its kind and number, without what it was about', async () => {
  const world = await aWorldWithMail(failing(1));
  const [job] = await jobsOf(world);
  await world.app.worker.runDue();
  expect(world.ports.log.warnings).toEqual([
    {
      message: 'a job failed and will be tried again',
      fields: { job: job?.id, kind: 'send-invitation', attempts: 1, error: 'Unavailable: mail cannot serve' },
    },
  ]);
});

test('a job in the hands of one worker is not taken by another', async () => {
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

test('of four workers who reach for the same jobs at the same time one has each, and the others leave it alone', async () => {
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
  await held; // and it never goes on
  world.clock.advance(LEASE - 1);
  expect(await world.app.worker.runDue()).toBe(0);
  world.clock.advance(1);
  expect(await world.app.worker.runDue()).toBe(1);
  expect(world.ports.mailer.sent).toHaveLength(1);
});

test('a worker who was thought dead leaves the job to whoever took it over', async () => {
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

test('a running worker wakes as soon as a commit leaves a job behind', async () => {
  const gate = new Gate();
  const world = await openWorld({ around: (ports) => intercepted(ports, gate.around) });
  const idle = world.clock.paused();
  world.app.worker.start();
  await idle;
  const sending = gate.hold(sends);
  const idleAgain = world.clock.paused();
  await invite(world);
  await sending;
  gate.open();
  await idleAgain;
  expect(world.ports.mailer.sent).toHaveLength(1);
});

test('a running worker finds what another process left behind within a second', async () => {
  const world = await openWorld();
  const other = await another(world);
  let idle = world.clock.paused();
  world.app.worker.start();
  await idle;
  await other.owner.ask(other.app.users.invite, { email: anEmail(), role: 'member' });
  idle = world.clock.paused();
  world.clock.advance(SECOND);
  await idle;
  expect(world.ports.mailer.sent).toHaveLength(1);
});

test('a running worker outlives a store that is down', async () => {
  let isDown = false;
  const world = await openWorld({
    around: (ports) =>
      intercepted(ports, async (call, proceed) => {
        if (isDown && call.port === 'documents') throw new Unavailable('documents');
        return proceed();
      }),
  });
  let idle = world.clock.paused();
  world.app.worker.start();
  await idle;
  await invite(world);
  isDown = true;
  idle = world.clock.paused();
  world.clock.advance(SECOND);
  await idle;
  isDown = false;
  idle = world.clock.paused();
  world.clock.advance(SECOND);
  await idle;
  expect(world.ports.mailer.sent).toHaveLength(1);
});

test('stopping waits for the jobs under way and takes no other', async () => {
  const gate = new Gate();
  const world = await openWorld({ around: (ports) => intercepted(ports, gate.around) });
  for (let n = 0; n < 3; n++) await invite(world);
  const sending = gate.hold(sends);
  world.app.worker.start();
  await sending;
  let stopped = false;
  const stopping = world.app.worker.stop().then(() => (stopped = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  gate.open();
  await stopping;
  expect(world.ports.mailer.sent).toHaveLength(2);
  expect(await jobsOf(world)).toHaveLength(1);
});

test('what was stopped can be started again', async () => {
  const world = await openWorld();
  world.app.worker.start();
  await world.app.worker.stop();
  await invite(world);
  const idle = world.clock.paused();
  world.app.worker.start();
  await idle;
  expect(world.ports.mailer.sent).toHaveLength(1);
});

test('a running worker sweeps uploads once a minute', async () => {
  let swept = 0;
  const world = await openWorld({
    around: (ports) =>
      intercepted(ports, (call, proceed) => {
        if (call.method === 'list' && JSON.stringify(call.args).includes('"pending"')) swept++;
        return proceed();
      }),
  });
  let idle = world.clock.paused();
  world.app.worker.start();
  await idle;
  expect(swept).toBe(1);
  for (const milliseconds of [MINUTE - SECOND, SECOND]) {
    idle = world.clock.paused();
    world.clock.advance(milliseconds);
    await idle;
  }
  expect(swept).toBe(2);
});
