import { beforeEach, expect, test } from '@jest/globals';
import { DAY, HOUR, MINUTE } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { anEmail, aPerson, aRoom, mailedToken } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { storedRoom, storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld({ configuration: { invitedKeepDays: 30 } });
});

/** Lets a worker start, sweep and pause again. */
async function sweep(): Promise<void> {
  const idle = world.clock.paused();
  world.app.worker.start();
  await idle;
  await world.app.worker.stop();
}

/** Sweeps once a day: a service that rests for more than a week no longer trusts its clock. */
async function days(number: number): Promise<void> {
  for (let day = 0; day < number; day++) {
    await sweep();
    world.clock.advance(DAY);
  }
}

const invite = (by: Person, email = anEmail()) => by.ask(world.app.users.invite, { email, role: 'member' });
const typesOf = (events: readonly Readonly<{ type: string }>[]) => events.map(({ type }) => type).toSorted();

test('a person who never accepts is removed 30 days after the invitation, not a moment earlier, and the log keeps the id', async () => {
  const email = anEmail();
  const { user } = await invite(world.owner, email);
  await days(30);
  world.clock.advance(-1);
  expect(await recordedBy(world, sweep)).toEqual([]);
  world.clock.advance(MINUTE);
  expect(await recordedBy(world, sweep)).toMatchObject([
    { type: 'user.removed', actor: { type: 'system' }, target: { id: user.id } },
  ]);
  expect(await storedUser(world, user.id)).toBeUndefined();
  expect(await codeOf(world.owner.ask(world.app.users.get, { userId: user.id }))).toBe('USER_NOT_FOUND');
  expect((await invite(world.owner, email)).isNew).toBe(true);
});

test('memberships of a forgotten user go, too', async () => {
  const room = await aRoom(world, world.owner);
  const { user } = await world.owner.ask(world.app.rooms.invite, {
    roomId: room.id,
    email: anEmail(),
    role: 'viewer',
  });
  expect(await storedRoom(world, room.id)).toMatchObject({ memberCount: 2 });
  await days(30);
  expect(typesOf(await recordedBy(world, sweep))).toEqual(['member.removed', 'user.removed']);
  expect(await storedRoom(world, room.id)).toMatchObject({ memberCount: 1 });
  expect(await storedUser(world, user.id)).toBeUndefined();
});

test('the term begins with each invitation, and an accepted one ends it', async () => {
  const [again, accepting] = [anEmail(), anEmail()];
  const renewed = await invite(world.owner, again);
  const accepted = await invite(world.owner, accepting);
  const secret = await mailedToken(world, accepting);
  await world.app.users.accept({ request: aRequest() }, { secret, name: 'Ada' as never, password: undefined });
  await days(20);
  await invite(world.owner, again);
  await days(29);
  await sweep();
  expect(await storedUser(world, renewed.user.id)).toMatchObject({ status: 'invited' });
  world.clock.advance(DAY);
  await sweep();
  expect(await storedUser(world, renewed.user.id)).toBeUndefined();
  expect(await storedUser(world, accepted.user.id)).toMatchObject({ status: 'active' });
});

test('a person who was deactivated meanwhile stays, and their address stays refused', async () => {
  const email = anEmail();
  const { user } = await invite(world.owner, email);
  await world.owner.ask(world.app.users.deactivate, { userId: user.id });
  await days(40);
  expect(await storedUser(world, user.id)).toMatchObject({ status: 'deactivated' });
  expect(await codeOf(invite(world.owner, email))).toBe('USER_DEACTIVATED');
});

test('a person who was deactivated meanwhile and is reactivated stays until they are invited again', async () => {
  const email = anEmail();
  const { user } = await invite(world.owner, email);
  await world.owner.ask(world.app.users.deactivate, { userId: user.id });
  await days(40);
  await world.owner.ask(world.app.users.reactivate, { userId: user.id });
  await days(2);
  expect(await storedUser(world, user.id)).toMatchObject({ status: 'invited' });
  expect((await invite(world.owner, email)).user.id).toBe(user.id);
  await days(29);
  expect(await storedUser(world, user.id)).toMatchObject({ status: 'invited' });
  await days(2);
  expect(await storedUser(world, user.id)).toBeUndefined();
});

test('more people than one slice are removed, slice by slice', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => aPerson(world, 'domain_admin')));
  const invited = await Promise.all(people.flatMap((by) => Array.from({ length: 30 }, () => invite(by))));
  await days(30);
  await sweep();
  world.clock.advance(HOUR);
  await sweep();
  const left = await Promise.all(invited.map(({ user }) => storedUser(world, user.id)));
  expect(left.filter((user) => user !== undefined)).toEqual([]);
});
