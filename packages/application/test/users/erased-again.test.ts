import { expect, test } from '@jest/globals';
import type { UserId } from '@strongroom/domain';
import { type ErasedPeople, Unavailable } from '@strongroom/ports';
import { renewOwnerToken } from '../../src/index.ts';
import { eventsOf } from '../world/events.ts';
import { aMember, anUnknownSecret, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { storedRoom, storedUser } from '../world/stored.ts';
import { another, BOTH, openWorld, type World } from '../world/world.ts';

/** A list that can be out of reach. */
function aList(...given: readonly UserId[]) {
  const known = new Set(given);
  const list = { isDown: false, known };
  const whole = <T>(answer: () => T): Promise<T> =>
    list.isDown ? Promise.reject(new Unavailable('audit')) : Promise.resolve(answer());
  const erasedPeople: ErasedPeople = {
    ids: () => whole(() => new Set(known)),
    note: (ids) =>
      whole(() => {
        for (const id of ids) known.add(id);
      }),
  };
  return Object.assign(list, { erasedPeople });
}

const erase = (world: World, { id }: Person) => world.owner.ask(world.app.users.erase, { userId: id });

test('the list of erased people notes the id of each user who is erased', async () => {
  const list = aList();
  const world = await openWorld({ around: () => list });
  const ada = await aPerson(world);
  await erase(world, ada);
  expect([...list.known]).toEqual([ada.id]);
});

test.each(BOTH)(
  'the start erases the users of the list that a restored %s store has, with their rooms and tokens',
  async (kind) => {
    const world = await openWorld({ kind });
    const [ada, bob] = [await aPerson(world), await aPerson(world)];
    const room = await aRoom(world, ada, 'C1');
    await aMember(world, room, 'viewer', ada);
    const list = aList(ada.id, world.ports.ids.uuid<UserId>());
    const restored = await another(world, list);
    expect(restored.app.erasures.isPending).toBe(true);
    await restored.app.erasures.apply();
    expect(restored.app.erasures.isPending).toBe(false);
    expect(await storedUser(world, ada.id)).toMatchObject({ name: 'erased user', status: 'deactivated', tokens: [] });
    expect(await storedUser(world, bob.id)).toMatchObject({ status: 'active' });
    expect(await storedRoom(world, room.id)).toMatchObject({ owners: [] });
    const erased = (await eventsOf(world)).filter(({ type }) => type === 'user.erased');
    expect(erased).toEqual([
      expect.objectContaining({ actor: { type: 'system' }, target: expect.objectContaining({ id: ada.id }) }),
    ]);
    await restored.app.erasures.apply();
    expect((await eventsOf(world)).filter(({ type }) => type === 'user.erased')).toHaveLength(1);
  },
);

test('the start adds the users to the list who were erased before there was one', async () => {
  const world = await openWorld();
  const ada = await aPerson(world);
  await erase(world, ada);
  const list = aList();
  const later = await another(world, list);
  await later.app.erasures.apply();
  expect([...list.known]).toEqual([ada.id]);
});

test('the erasure stays pending while the list cannot be read, and is tried again by the jobs', async () => {
  const world = await openWorld();
  const ada = await aPerson(world);
  const list = aList(ada.id);
  list.isDown = true;
  const restored = await another(world, list);
  await restored.app.erasures.apply();
  expect(restored.app.erasures.isPending).toBe(true);
  list.isDown = false;
  const idle = world.clock.paused();
  restored.app.worker.start();
  await idle;
  await restored.app.worker.stop();
  expect(restored.app.erasures.isPending).toBe(false);
  expect(await storedUser(world, ada.id)).toMatchObject({ name: 'erased user' });
});

test('the start says the way out where the only owner is erased, and erases them once there is another', async () => {
  const world = await openWorld();
  const restored = await another(world, aList(world.owner.id));
  const messages = (): readonly string[] => world.ports.log.warnings.map(({ message }) => message);
  await restored.app.erasures.apply();
  await restored.app.erasures.apply();
  expect(restored.app.erasures.isPending).toBe(true);
  expect(messages()).toEqual([expect.stringMatching(/only owner.*strongroom-admin owner-token --new/)]);
  const secret = anUnknownSecret('apiToken');
  const renewed = await renewOwnerToken(world.ports, { secret });
  expect(renewed?.owner.id).toBe(world.owner.id);
  await aPerson({ ...world, owner: world.owner.with(secret) }, 'owner');
  await restored.app.erasures.apply();
  expect(restored.app.erasures.isPending).toBe(false);
  expect(await storedUser(world, world.owner.id)).toMatchObject({ name: 'erased user', tokens: [] });
});

test('no room, group and unit takes an erased user', async () => {
  const world = await openWorld();
  const { owner, app } = world;
  const [ada, bob] = [await aPerson(world), await aPerson(world)];
  const room = await aRoom(world, ada, 'C1');
  const { group } = await ada.ask(app.groups.create, { roomId: room.id, name: 'A group', description: '' });
  const { unit } = await owner.ask(app.orgUnits.create, { name: 'A unit', parentId: world.home.rootUnitId });
  await erase(world, bob);
  const tries = [
    ada.ask(app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'viewer' }),
    ada.ask(app.groups.addMember, { roomId: room.id, groupId: group.id, userId: bob.id }),
    owner.ask(app.orgUnits.addMember, { unitId: unit.id, userId: bob.id, role: 'member' }),
  ];
  expect(await Promise.all(tries.map(codeOf))).toEqual(tries.map(() => 'USER_ERASED'));
});
