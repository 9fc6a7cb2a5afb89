import { beforeEach, expect, test } from '@jest/globals';
import type { AvailableFile, LiveRoom } from '@strongroom/domain';
import { aFile, anEmail, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let admin: Person;
let auditor: Person;
let room: LiveRoom;
let file: AvailableFile;
beforeEach(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  admin = await aPerson(world, 'domain_admin');
  auditor = await aPerson(world, 'auditor');
  room = await aRoom(world, ada);
  file = await aFile(world, ada, room);
});

async function inviteAnOwner(): Promise<void> {
  const { user } = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
  await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: user.id, role: 'owner' });
}

/** Deactivates the only active owner; the other owner was invited and never signed in. */
async function leftToTheInvited(): Promise<void> {
  await inviteAnOwner();
  await world.owner.ask(world.app.users.deactivate, { userId: ada.id });
}

const mayAdopt = async (by: Person, place: Readonly<{ roomId?: string; fileId?: string }>, about = admin) => {
  const asked = { userId: about.id, action: 'room.members.add', ...place } as const;
  const { effect, reasons } = await world.app.audit.explain(await by.enter(), asked);
  return [effect, reasons.find(({ rule }) => rule === 'admin-of-orphaned-room')?.holds];
};

test('the explanation allows adding a member to a room whose owners never accepted their invitation', async () => {
  await leftToTheInvited();
  expect(await mayAdopt(admin, { roomId: room.id })).toEqual(['allow', true]);
  expect(await mayAdopt(auditor, { roomId: room.id })).toEqual(['allow', true]);
  const added = { roomId: room.id, userId: admin.id, role: 'owner' } as const;
  expect(await codeOf(admin.ask(world.app.rooms.addMember, added))).toBe('done');
});

test('the explanation allows it also for a room that is named by one of its files', async () => {
  await leftToTheInvited();
  expect(await mayAdopt(auditor, { fileId: file.id })).toEqual(['allow', true]);
});

test('the explanation denies it while the room has an active owner', async () => {
  expect(await mayAdopt(auditor, { roomId: room.id })).toEqual(['deny', false]);
  await inviteAnOwner();
  expect(await mayAdopt(auditor, { roomId: room.id })).toEqual(['deny', false]);
});

test('the explanation reports a room that the caller cannot see as absent', async () => {
  await leftToTheInvited();
  const stranger = await aPerson(world);
  expect(await codeOf(mayAdopt(stranger, { roomId: room.id }, stranger))).toBe('ROOM_NOT_FOUND');
  expect(await codeOf(mayAdopt(stranger, { fileId: file.id }, stranger))).toBe('FILE_NOT_FOUND');
});
