import { describe, expect, test } from '@jest/globals';
import { HOUR } from '@strongroom/domain';
import { memberships, membershipsOfUser, rooms } from '../../src/store/rooms.ts';
import { eventsOfType } from '../world/events.ts';
import { commits, Gate } from '../world/gate.ts';
import { type Around, intercepted } from '../world/intercepted.ts';
import { Mortal } from '../world/mortal.ts';
import { aPerson, aRoom, comesBack, joins } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { listed, membershipsIn, storedMembership, storedRoom } from '../world/stored.ts';
import { another, BOTH, openWorld, type World } from '../world/world.ts';

const MANY = 1200;

/** Bob as the only owner of that many rooms, and as a viewer of that many rooms of Ada. */
async function inRooms(world: World, ada: Person, bob: Person, owned: number, viewed: number) {
  const bobsRooms: string[] = [];
  const adasRooms: string[] = [];
  for (let made = 0; made < owned; made += 50)
    bobsRooms.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, owned - made) }, () => aRoom(world, bob)))).map(idOf),
    );
  for (let made = 0; made < viewed; made += 50) {
    const some = await Promise.all(Array.from({ length: Math.min(50, viewed - made) }, () => aRoom(world, ada)));
    await Promise.all(some.map((room) => joins(world, bob, room, 'viewer', ada)));
    adasRooms.push(...some.map(idOf));
  }
  return { bobsRooms, adasRooms };
}

const idOf = ({ id }: Readonly<{ id: string }>) => id;
const left = (world: World, bob: Person) => listed(world, memberships, membershipsOfUser(bob.id));
const deactivate = (world: World, by: Person, bob: Person) => by.ask(world.app.users.deactivate, { userId: bob.id });

describe.each(BOTH)('with documents in %s', (kind) => {
  test('a deactivation removes a user from 1 200 rooms before it answers, and updates the rooms', async () => {
    const world = await openWorld({ kind });
    const [ada, bob] = [await aPerson(world, 'owner'), await aPerson(world)];
    const { bobsRooms, adasRooms } = await inRooms(world, ada, bob, MANY / 2, MANY / 2);
    expect(await left(world, bob)).toHaveLength(MANY);

    await deactivate(world, ada, bob);

    expect(await left(world, bob)).toEqual([]);
    for (const roomId of bobsRooms)
      expect(await storedRoom(world, roomId)).toMatchObject({ owners: [], memberCount: 0 });
    for (const roomId of adasRooms)
      expect(await storedRoom(world, roomId)).toMatchObject({ owners: [ada.id], memberCount: 1 });
    const orphaned = await world.ports.documents.count(rooms.name, { anyOf: ['orphaned:C2'] });
    expect(orphaned).toBe(MANY / 2);
    expect(await eventsOfType(world, 'user.deactivated')).toHaveLength(1);
    expect(await eventsOfType(world, 'member.removed')).toHaveLength(MANY);
  });
});

describe('an interrupted deactivation', () => {
  /** The process that deactivates dies right after the commit that ends the user's credentials. */
  const brokenOff = async () => {
    const world = await openWorld();
    const [ada, bob] = [await aPerson(world, 'owner'), await aPerson(world)];
    await inRooms(world, ada, bob, 600, 0);
    const mortal = new Mortal(1, 'after');
    const dying = await another(
      world,
      intercepted(world.ports, (call, proceed) => (commits(call) ? mortal.around(call, proceed) : proceed())),
    );
    void deactivate(dying, ada.at(dying.app), bob);
    await mortal.died;
    expect((await left(world, bob)).length).toBeGreaterThan(0);
    expect(await codeOf(bob.ask(world.app.users.me))).toBe('TOKEN_INVALID');
    return { world, ada, bob };
  };

  test('is finished by asking again', async () => {
    const { world, ada, bob } = await brokenOff();
    await deactivate(world, ada, bob);
    expect(await left(world, bob)).toEqual([]);
  });

  test('is completed by a job', async () => {
    const { world, bob } = await brokenOff();
    world.clock.advance(HOUR);
    await world.app.worker.runDue();
    expect(await left(world, bob)).toEqual([]);
    expect(await world.ports.documents.count(rooms.name, { anyOf: ['orphaned:C2'] })).toBe(600);
  });
});

describe('a membership that was being made while its user was deactivated', () => {
  /** Adds a user to a room, or lets them create one, in a process that waits before its commit until the deactivation has answered. */
  const raced = async (work: (slow: World, ada: Person, bob: Person) => Promise<unknown>) => {
    const world = await openWorld();
    const [ada, bob] = [await aPerson(world, 'owner'), await aPerson(world)];
    const gate = new Gate();
    let isSlow = false;
    const around: Around = (call, proceed) => (isSlow ? gate.around(call, proceed) : proceed());
    const slow = await another(world, intercepted(world.ports, around));
    const room = await aRoom(world, ada);
    isSlow = true;
    const held = gate.hold(commits);
    const working = work(slow, ada.at(slow.app), bob.at(slow.app)).catch(() => undefined);
    await held;
    await deactivate(world, ada, bob);
    gate.open();
    await working;
    return { world, ada, bob, room };
  };

  const adding = (roomOf: (world: World) => Promise<string>) => async (slow: World, ada: Person, bob: Person) =>
    ada.ask(slow.app.rooms.addMember, { roomId: await roomOf(slow), userId: bob.id, role: 'owner' });
  const newestRoom = async (world: World) => {
    const [document] = await world.ports.documents.list(rooms.name, { anyOf: ['label:C2'] }, { limit: 1 });
    return document?.id ?? '';
  };

  test('opens nothing, also when the user comes back', async () => {
    const { world, bob, room } = await raced(adding(newestRoom));
    const back = await comesBack(world, bob);
    expect(await codeOf(back.ask(world.app.rooms.get, { roomId: room.id }))).toBe('ROOM_NOT_FOUND');
    expect((await back.ask(world.app.rooms.list, {})).meta.total).toBe(0);
  });

  test('is gone soon, and the room does not count its user among its owners', async () => {
    const { world, ada, bob, room } = await raced(adding(newestRoom));
    world.clock.advance(HOUR);
    await world.app.worker.runDue();
    expect(await storedMembership(world, room.id, bob.id)).toBeUndefined();
    expect(await storedRoom(world, room.id)).toMatchObject({ owners: [ada.id], memberCount: 1 });
    expect(await membershipsIn(world, room.id)).toHaveLength(1);
  });

  test('leaves the room of its user orphaned, and listed as orphaned', async () => {
    const { world } = await raced((slow, _, bob) => aRoom(slow, bob));
    world.clock.advance(HOUR);
    await world.app.worker.runDue();
    expect(await world.ports.documents.count(rooms.name, { anyOf: ['orphaned:C2'] })).toBe(
      (await world.ports.documents.count(rooms.name, { anyOf: ['label:C2'] })) - 1,
    );
  });

  test('is removed even if the user has more new memberships than fit in one commit', async () => {
    const { world, ada, bob, room } = await raced(adding(newestRoom));
    const back = await comesBack(world, bob);
    const others = Array.from({ length: 501 }, () => aRoom(world, ada));
    await Promise.all((await Promise.all(others)).map((other) => joins(world, back, other, 'viewer', ada)));
    world.clock.advance(HOUR);
    await world.app.worker.runDue();
    expect(await left(world, bob)).toHaveLength(501);
    expect(await storedRoom(world, room.id)).toMatchObject({ owners: [ada.id], memberCount: 1 });
  });

  test('keeps memberships that the user gets after a reactivation', async () => {
    const { world, ada, bob, room } = await raced(adding(newestRoom));
    await comesBack(world, bob);
    await joins(world, bob, room, 'contributor', ada);
    world.clock.advance(HOUR);
    await world.app.worker.runDue();
    expect(await storedMembership(world, room.id, bob.id)).toMatchObject({ role: 'contributor', epoch: 2 });
    expect(await storedRoom(world, room.id)).toMatchObject({ memberCount: 2 });
  });
});
