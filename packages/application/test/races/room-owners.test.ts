import { describe, expect, test } from '@jest/globals';
import { aPerson, aRoom, joins } from '../world/mothers.ts';
import { codeOf } from '../world/refusals.ts';
import { membershipsIn, storedRoom } from '../world/stored.ts';
import { another, BOTH, openWorld, type World } from '../world/world.ts';

const TIMES = 10;

/** Two users, each with requests to their own process. */
async function twoPeople(kind: (typeof BOTH)[number]) {
  const world = await openWorld({ kind });
  const other = await another(world);
  return { world, other, ada: await aPerson(world), bob: (await aPerson(world)).at(other.app) };
}

/** A room of which both are owners. */
async function theirRoom({ world, ada, bob }: Awaited<ReturnType<typeof twoPeople>>) {
  const room = await aRoom(world, ada);
  await joins(world, bob, room, 'owner', ada);
  return room.id;
}

async function ownersLeft(world: World, roomId: string): Promise<readonly string[]> {
  const room = await storedRoom(world, roomId);
  const memberships = await membershipsIn(world, roomId);
  const owners = memberships.filter((each) => each.role === 'owner').map((each) => each.userId);
  expect(room).toMatchObject({ memberCount: memberships.length, owners: expect.arrayContaining(owners) });
  return owners;
}

describe.each(BOTH)('with documents in %s', (kind) => {
  test('one of two owners who remove each other stays', async () => {
    const people = await twoPeople(kind);
    const { world, other, ada, bob } = people;
    for (let time = 0; time < TIMES; time++) {
      const roomId = await theirRoom(people);
      const codes = await Promise.all([
        codeOf(ada.ask(world.app.rooms.removeMember, { roomId, userId: bob.id })),
        codeOf(bob.ask(other.app.rooms.removeMember, { roomId, userId: ada.id })),
      ]);
      expect(codes.sort((a, b) => a.localeCompare(b))).toEqual(['done', 'ROOM_NOT_FOUND']);
      expect(await ownersLeft(world, roomId)).toHaveLength(1);
    }
  });

  test('one of two owners who leave at the same time has to stay', async () => {
    const people = await twoPeople(kind);
    const { world, other, ada, bob } = people;
    for (let time = 0; time < TIMES; time++) {
      const roomId = await theirRoom(people);
      const codes = await Promise.all([
        codeOf(ada.ask(world.app.rooms.removeMember, { roomId, userId: ada.id })),
        codeOf(bob.ask(other.app.rooms.removeMember, { roomId, userId: bob.id })),
      ]);
      expect(codes.sort((a, b) => a.localeCompare(b))).toEqual(['done', 'LAST_ROOM_OWNER']);
      expect(await ownersLeft(world, roomId)).toHaveLength(1);
    }
  });

  test('one of two owners who lower each other stays', async () => {
    const people = await twoPeople(kind);
    const { world, other, ada, bob } = people;
    for (let time = 0; time < TIMES; time++) {
      const roomId = await theirRoom(people);
      const codes = await Promise.all([
        codeOf(ada.ask(world.app.rooms.addMember, { roomId, userId: bob.id, role: 'viewer' })),
        codeOf(bob.ask(other.app.rooms.addMember, { roomId, userId: ada.id, role: 'viewer' })),
      ]);
      expect(codes.sort((a, b) => a.localeCompare(b))).toEqual(['done', 'INSUFFICIENT_ROOM_ROLE']);
      expect(await ownersLeft(world, roomId)).toHaveLength(1);
    }
  });
});
