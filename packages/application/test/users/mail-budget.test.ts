import { expect, test } from '@jest/globals';
import { DAY, HOUR, MINUTE, type RoomRole } from '@strongroom/domain';
import { hastenJobs } from '../../src/jobs/hasten-jobs.ts';
import { aPerson, aRoom } from '../world/mothers.ts';
import { aRequest } from '../world/person.ts';
import { another, openWorld, type World } from '../world/world.ts';

const LIMITS = { perRecipientPerDay: 20, newPeoplePerHour: 50, newPeoplePerDay: 200 };

async function settle({ app }: World): Promise<void> {
  while ((await app.worker.runDue()) > 0);
}

async function aWorld() {
  const world = await openWorld({ configuration: { mailLimits: LIMITS } });
  const ada = await aPerson(world);
  const room = await aRoom(world, ada);
  const invite = (email: string, role: RoomRole = 'viewer', message?: string) =>
    ada.ask(world.app.rooms.invite, { roomId: room.id, email, role, message });
  const sentTo = (part: string) => world.ports.mailer.sent.filter(({ to }) => to.includes(part));
  return { world, ada, room, invite, sentTo };
}

const roles = (n: number): RoomRole => (n % 2 === 0 ? 'viewer' : 'contributor');

test('the budget sends at most 20 mails a day about 60 changes of a role, and all of them in their order', async () => {
  const { world, invite, sentTo } = await aWorld();
  const ben = await aPerson(world);
  await settle(world);
  const before = sentTo(ben.email).length;
  const waits: (number | null | undefined)[] = [];
  for (let n = 0; n < 60; n++) waits.push((await invite(ben.email, roles(n), `Word ${n}.`)).mailWaitsUntil);
  const free = LIMITS.perRecipientPerDay - before;
  expect(waits.slice(0, free).every((at) => at === null)).toBe(true);
  expect(waits.slice(free).every((at) => typeof at === 'number')).toBe(true);
  await settle(world);
  expect(sentTo(ben.email)).toHaveLength(20);
  // Another process, and the sweep of jobs that a wrong clock postponed, change nothing about the turns.
  await hastenJobs({ ...world.ports, uploadUrlTtl: 900 });
  await settle(world);
  expect(sentTo(ben.email)).toHaveLength(20);
  const restarted = await another(world);
  for (let day = 2; day <= 4; day++) {
    world.clock.advance(DAY - MINUTE);
    await settle(restarted);
    expect(sentTo(ben.email).length).toBeLessThanOrEqual(20 * (day - 1));
    world.clock.advance(MINUTE);
    await settle(restarted);
    expect(sentTo(ben.email)).toHaveLength(Math.min(20 * day, 60 + before));
  }
  const words = sentTo(ben.email).flatMap(({ text }) => /Word (\d+)\./.exec(text)?.[1] ?? []);
  expect(new Set(words).size).toBe(60);
  const days = words.map((word) => Math.floor((Number(word) + before) / 20));
  expect(days).toEqual(days.toSorted((one, other) => one - other));
});

test('the budget sends 50 mails to strangers in an hour and 200 in a day, and the others later', async () => {
  const { world, invite, sentTo } = await aWorld();
  let waiting = 0;
  for (let n = 0; n < 230; n++)
    if (((await invite(`stranger-${n}@rooms.example`)).mailWaitsUntil ?? null) !== null) waiting++;
  expect(waiting).toBe(180);
  const counts: number[] = [];
  for (let hour = 0; hour < 6; hour++) {
    await settle(world);
    counts.push(sentTo('stranger-').length);
    world.clock.advance(HOUR);
  }
  expect(counts).toEqual([50, 100, 150, 200, 200, 200]);
  world.clock.advance(DAY - 6 * HOUR);
  await settle(world);
  expect(sentTo('stranger-')).toHaveLength(230);
});

test('the budget counts exactly when several processes invite at the same time', async () => {
  const { world, ada, room, sentTo } = await aWorld();
  const processes = [world, await another(world), await another(world)];
  for (let round = 0; round < 20; round++)
    await Promise.all(
      processes.map(({ app }, n) =>
        ada.ask(app.rooms.invite, { roomId: room.id, email: `rival-${round}-${n}@rooms.example`, role: 'viewer' }),
      ),
    );
  await settle(world);
  expect(sentTo('rival-')).toHaveLength(50);
  world.clock.advance(HOUR);
  await settle(world);
  expect(sentTo('rival-')).toHaveLength(60);
});

test('the budget counts invitations to the organisation together with those to rooms', async () => {
  const { world, sentTo } = await aWorld();
  const room = await aRoom(world, world.owner);
  for (let n = 0; n < 30; n++) {
    await world.owner.ask(world.app.users.invite, { email: `new-a${n}@rooms.example`, role: 'member' });
    await world.owner.ask(world.app.rooms.invite, {
      roomId: room.id,
      email: `new-b${n}@rooms.example`,
      role: 'viewer',
    });
  }
  await settle(world);
  // The owner invited Ada as well.
  expect(sentTo('new-')).toHaveLength(49);
});

test('the link of a mail that waited works for 72 hours from its mail', async () => {
  const { world, invite, sentTo } = await aWorld();
  for (let n = 0; n < 200; n++) await invite(`earlier-${n}@rooms.example`);
  const { mailWaitsUntil } = await invite('last@rooms.example');
  expect(mailWaitsUntil).toBe(world.clock.now() + DAY);
  world.clock.advance(DAY);
  await settle(world);
  world.clock.advance(71 * HOUR);
  const secret = /sri_\w+/.exec(sentTo('last@')[0]?.text ?? '')?.[0];
  expect(await world.app.users.findInvitation({ request: aRequest() }, { secret: secret as never })).toMatchObject({
    email: 'last@rooms.example',
  });
});
