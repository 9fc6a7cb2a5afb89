import { expect, test } from '@jest/globals';
import { MINUTE, SECOND } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { anEmail } from '../world/mothers.ts';
import { another, openWorld } from '../world/world.ts';
import { invite, jobsOf, sends } from './mail-jobs.ts';

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

test('a stopped worker can be started again', async () => {
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
