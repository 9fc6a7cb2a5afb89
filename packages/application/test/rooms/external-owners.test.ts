import { beforeAll, describe, expect, test } from '@jest/globals';
import type { LiveRoom, RoomRole } from '@strongroom/domain';
import { aMember, anEmail, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, tally } from '../world/refusals.ts';
import { storedMembership, storedRoom } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let room: LiveRoom;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  room = await aRoom(world, ada);
});

const add = (userId: string, role: RoomRole, by = ada, to: Pick<LiveRoom, 'id'> = room) =>
  by.ask(world.app.rooms.addMember, { roomId: to.id, userId, role });
const invite = (email: string, role: RoomRole, by = ada, to: Pick<LiveRoom, 'id'> = room) =>
  by.ask(world.app.rooms.invite, { roomId: to.id, email, role });
const mark = (userId: Person['id']) => world.owner.ask(world.app.users.edit, { userId, external: true });

/** An active external user. */
async function outsider(): Promise<Person> {
  const person = await aPerson(world);
  await mark(person.id);
  return person;
}

describe('an external user', () => {
  test('is not added as an owner, made one, or invited as one', async () => {
    const [bob, carol] = [await outsider(), await outsider()];
    expect(await codeOf(add(bob.id, 'owner'))).toBe('EXTERNAL_OWNER');
    expect(await storedMembership(world, room.id, bob.id)).toBeUndefined();
    await add(bob.id, 'contributor');
    expect(await codeOf(add(bob.id, 'owner'))).toBe('EXTERNAL_OWNER');
    for (const email of [bob.email, carol.email]) expect(await codeOf(invite(email, 'owner'))).toBe('EXTERNAL_OWNER');
    expect(await storedRoom(world, room.id)).toMatchObject({ owners: [ada.id] });
  });

  test('is not made an owner by the first or a repeated invitation of an unknown address', async () => {
    const email = anEmail();
    expect(await codeOf(invite(email, 'owner'))).toBe('EXTERNAL_OWNER');
    const { user } = await invite(email, 'viewer');
    expect(await codeOf(invite(email, 'owner'))).toBe('EXTERNAL_OWNER');
    expect((await storedMembership(world, room.id, user.id))?.role).toBe('viewer');
  });

  test('is not made an owner by the administrator who adopts a room without one', async () => {
    const seller = await aPerson(world);
    const orphan = await aRoom(world, seller);
    const bidder = await outsider();
    await world.owner.ask(world.app.users.deactivate, { userId: seller.id });
    expect(await codeOf(add(bidder.id, 'owner', world.owner, orphan))).toBe('EXTERNAL_OWNER');
    expect(await storedRoom(world, orphan.id)).toMatchObject({ owners: [] });
  });

  test('an owner stays one, and makes no other user an owner, external or not', async () => {
    const guest = await aMember(world, await aRoom(world, ada), 'viewer', ada);
    const own = await aRoom(world, guest);
    const [other, colleague] = [await outsider(), await aPerson(world)];
    for (const { id } of [other, colleague]) await add(id, 'viewer', guest, own);
    await mark(guest.id);
    expect(await add(guest.id, 'owner', guest, own)).toMatchObject({ added: false });
    for (const { id, email } of [other, colleague]) {
      expect(await codeOf(add(id, 'owner', guest, own))).toBe('EXTERNAL_OWNER');
      expect(await codeOf(invite(email, 'owner', guest, own))).toBe('EXTERNAL_OWNER');
    }
    for (const email of [ada.email, anEmail()])
      expect(await codeOf(invite(email, 'owner', guest, own))).toBe('EXTERNAL_OWNER');
  });

  test('becomes an owner at the same moment as they are marked, or is refused', async () => {
    const bob = await aPerson(world);
    const counts = await tally([mark(bob.id), add(bob.id, 'owner')]);
    const member = await storedMembership(world, room.id, bob.id);
    // The commit of the addition expects the user as they were read.
    expect(counts.done === 2 ? member?.role : member).toBe(counts.done === 2 ? 'owner' : undefined);
  });
});

test('a room names the roles for an unknown address, without the role owner', async () => {
  const seen = await ada.ask(world.app.rooms.get, { roomId: room.id });
  expect(seen.rolesToInvite).toEqual(['contributor', 'viewer']);
});

describe('the list of members', () => {
  const rolesToGive = async (by: Person, { id: roomId }: Pick<LiveRoom, 'id'>, of: Person) => {
    const { items } = await by.ask(world.app.rooms.listMembers, { roomId, may: true });
    return items.find(({ membership }) => membership.userId === of.id)?.rolesToGive;
  };

  test('offers an owner every role for colleagues, and the role owner for no external user', async () => {
    const [guest, colleague] = [await outsider(), await aPerson(world)];
    await Promise.all([add(guest.id, 'viewer'), add(colleague.id, 'viewer')]);
    expect(await rolesToGive(ada, room, colleague)).toEqual(['owner', 'contributor', 'viewer']);
    expect(await rolesToGive(ada, room, guest)).toEqual(['contributor', 'viewer']);
    expect(await rolesToGive(guest, room, guest)).toEqual([]);
  });

  test('offers an external owner what they have', async () => {
    const guest = await aMember(world, await aRoom(world, ada), 'viewer', ada);
    const own = await aRoom(world, guest);
    await mark(guest.id);
    expect(await rolesToGive(guest, own, guest)).toEqual(['owner', 'contributor', 'viewer']);
  });

  test('offers an external owner the same for external members and colleagues', async () => {
    const guest = await aMember(world, await aRoom(world, ada), 'viewer', ada);
    const own = await aRoom(world, guest);
    const [other, colleague] = [await outsider(), await aPerson(world)];
    for (const { id } of [other, colleague]) await add(id, 'viewer', guest, own);
    await mark(guest.id);
    for (const member of [other, colleague])
      expect(await rolesToGive(guest, own, member)).toEqual(['contributor', 'viewer']);
  });
});

test('a room takes external owners where the operator lets it', async () => {
  const open = await openWorld({ configuration: { externalOwners: 'on' } });
  const eve = await aPerson(open);
  const hers = await aRoom(open, eve);
  const asked = eve.ask(open.app.rooms.invite, { roomId: hers.id, email: anEmail(), role: 'owner' });
  expect(await asked).toMatchObject({ membership: { role: 'owner' } });
  const seen = await eve.ask(open.app.rooms.get, { roomId: hers.id });
  expect(seen.rolesToInvite).toEqual(['owner', 'contributor', 'viewer']);
});
