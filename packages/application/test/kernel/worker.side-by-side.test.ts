import { expect, test } from '@jest/globals';
import { receipts } from '../../src/store/receipts.ts';
import { Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { aRoom } from '../world/mothers.ts';
import { stored } from '../world/stored.ts';
import { openWorld } from '../world/world.ts';
import { invite, sends } from './mail-jobs.ts';

test('a mail server that stalls holds up no destruction, however much mail waits before it', async () => {
  const gate = new Gate();
  let sending = 0;
  let most = 0;
  const world = await openWorld({
    around: (ports) =>
      intercepted(ports, async (call, proceed) => {
        if (!sends(call)) return proceed();
        most = Math.max(most, ++sending);
        return gate.around(call, proceed).finally(() => sending--);
      }),
  });
  const room = await aRoom(world, world.owner);
  const stalled = gate.hold(sends);
  for (let n = 0; n < 30; n++) await invite(world);
  world.app.worker.start();
  await stalled;
  world.clock.advance(1); // so that it follows all of the mail
  const { id } = await world.owner.ask(world.app.rooms.delete, { roomId: room.id });
  for (let turn = 0; turn < 200 && (await stored(world, receipts, id))?.completedAt === null; turn++)
    await new Promise(setImmediate);
  expect(await stored(world, receipts, id)).toMatchObject({ completedAt: expect.any(Number) });
  gate.open();
  for (let turn = 0; turn < 2000 && world.ports.mailer.sent.length < 30; turn++) await new Promise(setImmediate);
  expect([world.ports.mailer.sent.length, most]).toEqual([30, 2]);
  await world.app.worker.stop();
});

test('the worker logs the kind and place of an error of another program, without its message', async () => {
  const world = await openWorld({
    around: (ports) =>
      intercepted(ports, async (call, proceed) => {
        if (sends(call)) throw Object.assign(new TypeError('550 <sesame@rooms.example> in /var/spool'), { code: 'EX' });
        return proceed();
      }),
  });
  await invite(world);
  await world.app.worker.runDue();
  const [warning] = world.ports.log.warnings;
  expect(warning?.fields).toMatchObject({ error: 'TypeError', at: expect.stringMatching(/:\d+:\d+$/), cause: 'EX' });
  expect(JSON.stringify(warning)).not.toMatch(/sesame@|spool/);
});

test('receivers that stall hold up no destruction, however many webhooks wait before it', async () => {
  const called: object[] = [];
  let release: () => void = () => undefined;
  const stalled = new Promise<void>((resolve) => (release = resolve));
  const post = async () => {
    called.push({});
    await stalled;
    return { status: 204, body: '' };
  };
  const world = await openWorld({ around: () => ({ calls: { post } }) });
  const room = await aRoom(world, world.owner);
  for (let n = 0; n < 8; n++) await world.owner.ask(world.app.webhooks.create, { url: 'https://hooks.example/x' });
  world.app.worker.start();
  for (let turn = 0; turn < 2000 && called.length < 4; turn++) await new Promise(setImmediate);
  world.clock.advance(1);
  const { id } = await world.owner.ask(world.app.rooms.delete, { roomId: room.id });
  for (let turn = 0; turn < 400 && (await stored(world, receipts, id))?.completedAt === null; turn++)
    await new Promise(setImmediate);
  expect([await stored(world, receipts, id), called.length]).toEqual([
    expect.objectContaining({ completedAt: expect.any(Number) }),
    4,
  ]);
  release();
  await world.app.worker.stop();
});
