import { beforeEach, expect, test } from '@jest/globals';
import type { LiveRoom } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aMember, aPerson, aRoom } from '../world/mothers.ts';
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
});

const note = (by: Person, files: number) => by.ask(world.app.rooms.noteVisit, { roomId: room.id, files });
const visitOf = async (by: Person) => (await by.ask(world.app.rooms.get, { roomId: room.id })).visit;

test('a visit is that of one user, leaves no event, and outlives a change of their role', async () => {
  expect(await recordedBy(world, () => note(bob, 3))).toEqual([]);
  const noted = { files: 3, at: world.clock.now() };
  expect(await visitOf(bob)).toEqual(noted);
  expect(await visitOf(ada)).toBeNull();
  await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'contributor' });
  expect(await visitOf(bob)).toEqual(noted);
});

test('a visit with the same number is noted again after a minute, and one with another at once', async () => {
  const first = await note(bob, 3);
  world.clock.advance(59_000);
  expect(await note(bob, 3)).toEqual(first);
  expect(await visitOf(bob)).toEqual(first);
  const other = await note(bob, 4);
  expect(other).toEqual({ files: 4, at: world.clock.now() });
  world.clock.advance(60_000);
  expect(await note(bob, 4)).toEqual({ files: 4, at: world.clock.now() });
});

test('a visit is noted in an archived room, and ends with the membership', async () => {
  await ada.ask(world.app.rooms.archive, { roomId: room.id });
  await note(bob, 3);
  await ada.ask(world.app.rooms.unarchive, { roomId: room.id });
  await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
  await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'viewer' });
  expect(await visitOf(bob)).toBeNull();
});
