import { beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveRoom } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aFile, aMember, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
beforeEach(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C4' });
  room = await aRoom(world, ada, 'C1');
  bob = await aMember(world, room, 'viewer', ada);
  await world.owner.ask(world.app.users.setClearance, { userId: bob.id, clearance: 'C1' });
});

const get = (by: Person) => by.ask(world.app.rooms.get, { roomId: room.id });
const listed = async (by: Person) =>
  (await by.ask(world.app.rooms.list, { lastActivity: true } as never)).items.find((one) => one.room.id === room.id);

describe('a favourite', () => {
  const choose = (by: Person, favourite: boolean) =>
    by.ask(world.app.rooms.chooseFavourite, { roomId: room.id, favourite });

  test('is that of one user, leaves no event, and outlives a change of their role', async () => {
    expect(await recordedBy(world, () => choose(bob, true))).toEqual([]);
    await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'contributor' });
    expect(await listed(bob)).toMatchObject({ isFavourite: true, myRole: 'contributor' });
    expect(await listed(ada)).toMatchObject({ isFavourite: false });
    await choose(bob, false);
    expect(await listed(bob)).toMatchObject({ isFavourite: false });
  });

  test('can be chosen in an archived room, and ends with the membership', async () => {
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    await choose(bob, true);
    await ada.ask(world.app.rooms.unarchive, { roomId: room.id });
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'viewer' });
    expect(await get(bob)).toMatchObject({ isFavourite: false });
  });
});

describe('the last activity of a room', () => {
  test('is that of the newest file that the reader sees', async () => {
    expect(await listed(bob)).toMatchObject({ lastActivityAt: null });
    const { confirmedAt: first } = await aFile(world, ada, room);
    expect(await listed(bob)).toMatchObject({ lastActivityAt: first });

    world.clock.advance(60_000);
    const secret = await aFile(world, ada, room, { classification: 'C3' });
    await ada.ask(world.app.folders.create, { roomId: room.id, path: 'Deal', structure: 'owners' } as never);
    await ada.ask(world.app.folders.create, { roomId: room.id, path: 'Deal/Owners', access: [] } as never);
    world.clock.advance(60_000);
    const closed = await aFile(world, ada, room);
    await ada.ask(world.app.files.edit, { fileId: closed.id, folder: 'Deal/Owners' } as never);
    expect(closed.confirmedAt).toBeGreaterThan(secret.confirmedAt);
    expect(await listed(bob)).toMatchObject({ lastActivityAt: first });
    expect(await listed(ada)).toMatchObject({ lastActivityAt: closed.confirmedAt });

    await ada.ask(world.app.files.delete, { fileId: closed.id } as never);
    expect(await listed(ada)).toMatchObject({ lastActivityAt: secret.confirmedAt });
  });

  test('is read for nothing but a list that is asked for it', async () => {
    await aFile(world, ada, room);
    const { items } = await ada.ask(world.app.rooms.list, {});
    const answers = [...items, await get(ada), await get(world.owner)];
    expect(answers.map((one) => one.lastActivityAt)).toEqual(answers.map(() => undefined));
  });
});
