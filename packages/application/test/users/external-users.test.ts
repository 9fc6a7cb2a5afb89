import { beforeAll, describe, expect, test } from '@jest/globals';
import type { OrgRole, UserId } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aMember, anEmail, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
});

const edit = (by: Person, userId: UserId, change: { name?: string; external?: boolean }) =>
  by.ask(world.app.users.edit, { userId, ...change });

async function anExternal(): Promise<Person> {
  const person = await aPerson(world);
  await edit(world.owner, person.id, { external: true });
  return person;
}

describe('editing a user', () => {
  test('records a new name of oneself without the name, and an equal one not at all', async () => {
    const recorded = await recordedBy(world, () => edit(ada, ada.id, { name: 'Ada King' }));
    expect(recorded).toMatchObject([{ type: 'user.renamed', target: { id: ada.id }, data: {} }]);
    expect(await recordedBy(world, () => edit(ada, ada.id, { name: 'Ada King' }))).toEqual([]);
  });

  test('makes a user external and one of the organisation again, with other default clearances', async () => {
    const low = await openWorld({
      configuration: { labelRules: { ...world.configuration.labelRules, externalClearance: 'C1' as never } },
    });
    const bob = await aPerson(low);
    const mark = (external: boolean) => low.owner.ask(low.app.users.edit, { userId: bob.id, external });
    const recorded = await recordedBy(low, async () => {
      expect(await mark(true)).toMatchObject({ user: { external: true }, effectiveClearance: 'C1' });
    });
    expect(recorded).toMatchObject([{ type: 'user.external_changed', data: { external: true } }]);
    expect(await mark(false)).toMatchObject({ effectiveClearance: 'C2' });
    expect((await mark(false)).user.external).toBeUndefined();
  });

  test.each<OrgRole>(['auditor', 'owner'])('keeps the role %s from an external user', async (role) => {
    const guest = await anExternal();
    const change = world.owner.ask(world.app.users.changeRole, { userId: guest.id, role });
    expect(await codeOf(change)).toBe('USER_IS_EXTERNAL');
    const other = await aPerson(world, role);
    expect(await codeOf(edit(world.owner, other.id, { external: true }))).toBe('USER_IS_EXTERNAL');
  });
});

describe('inviting again', () => {
  test('changes role and belonging together, in whichever direction', async () => {
    const email = anEmail();
    const invite = (role: OrgRole, external?: boolean) =>
      world.owner.ask(world.app.users.invite, { email, role, external });
    expect(await invite('auditor')).toMatchObject({ user: { role: 'auditor' } });
    expect(await invite('member', true)).toMatchObject({ user: { role: 'member', external: true } });
    expect(await invite('member')).toMatchObject({ user: { external: true } });
    expect(await codeOf(invite('auditor'))).toBe('USER_IS_EXTERNAL');
    expect((await invite('auditor', false)).user).not.toHaveProperty('external');
  });

  test('lets a department admin invite an external user, and not make one of the organisation', async () => {
    const admin = await aPerson(world, 'department_admin');
    const email = anEmail();
    const invite = (external?: boolean) => admin.ask(world.app.users.invite, { email, role: 'member', external });
    expect(await invite(true)).toMatchObject({ user: { external: true } });
    expect(await codeOf(invite(false))).toBe('INSUFFICIENT_ROLE');
  });
});

describe('an external user', () => {
  test('lists the people of open rooms and the owners of closed ones, each once', async () => {
    const guest = await anExternal();
    const [open, closed] = [await aRoom(world, ada), await aRoom(world, ada)];
    await ada.ask(world.app.rooms.edit, { roomId: closed.id, memberVisibility: 'owners' });
    const seen = await aMember(world, open, 'viewer', ada);
    const unseen = await aMember(world, closed, 'viewer', ada);
    for (const room of [open, closed])
      await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: guest.id, role: 'viewer' });
    const { items, meta } = await guest.ask(world.app.users.list, {});
    expect(new Set(items.map(({ user }) => user.id))).toEqual(new Set([guest.id, ada.id, seen.id]));
    expect(meta.total).toBe(3);
    const found = async (email: string) => (await guest.ask(world.app.users.list, { email })).meta.total;
    // An address finds no person: outside parties learn names only.
    expect([await found(seen.email), await found(unseen.email), await found(guest.email)]).toEqual([0, 0, 1]);
  });

  test('pages through the people they meet without repeating or skipping one', async () => {
    const guest = await anExternal();
    const room = await aRoom(world, ada);
    for (let count = 0; count < 4; count++) await aMember(world, room, 'viewer', ada);
    await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: guest.id, role: 'viewer' });
    const ids: string[] = [];
    for (let cursor: string | undefined, done = false; !done; ) {
      const { items, meta } = await guest.ask(world.app.users.list, { perPage: 4, cursor });
      ids.push(...items.map(({ user }) => user.id));
      cursor = meta.nextCursor ?? undefined;
      done = cursor === undefined;
    }
    expect(ids.length).toBe(6);
    expect(new Set(ids).size).toBe(6);
  });

  test('as owner of a room adds the users whom they see, and no others', async () => {
    const guest = await aPerson(world);
    const room = await aRoom(world, ada);
    await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: guest.id, role: 'owner' });
    await edit(world.owner, guest.id, { external: true });
    const met = await aMember(world, room, 'viewer', ada);
    const add = (userId: string) =>
      guest.ask(world.app.rooms.addMember, { roomId: room.id, userId, role: 'contributor' });
    expect(await add(met.id)).toMatchObject({ membership: { role: 'contributor' } });
    expect(await codeOf(add(world.owner.id))).toBe('USER_NOT_FOUND');
    expect(await codeOf(add(crypto.randomUUID()))).toBe('USER_NOT_FOUND');
  });

  test('loses sight of people above their clearance and of those who left', async () => {
    const guest = await anExternal();
    const room = await aRoom(world, world.owner, 'C3');
    await world.owner.ask(world.app.rooms.addMember, { roomId: room.id, userId: guest.id, role: 'viewer' });
    expect(await codeOf(guest.ask(world.app.users.get, { userId: world.owner.id }))).toBe('USER_NOT_FOUND');
    const other = await aRoom(world, ada);
    await ada.ask(world.app.rooms.addMember, { roomId: other.id, userId: guest.id, role: 'viewer' });
    expect(await guest.ask(world.app.users.get, { userId: ada.id })).toMatchObject({ user: { id: ada.id } });
    await guest.ask(world.app.rooms.removeMember, { roomId: other.id, userId: guest.id });
    expect(await codeOf(guest.ask(world.app.users.get, { userId: ada.id }))).toBe('USER_NOT_FOUND');
  });
});

test('the clearances of new users are answered to colleagues, and to no external user', async () => {
  const { newcomerClearances } = await ada.ask(world.app.users.me);
  const invited = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
  const guest = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member', external: true });
  const { effectiveClearance: colleague } = await ada.ask(world.app.users.get, { userId: invited.user.id });
  const { effectiveClearance: outside } = await ada.ask(world.app.users.get, { userId: guest.user.id });
  expect(newcomerClearances).toEqual({ outside, colleague });
  const external = await anExternal();
  expect(await external.ask(world.app.users.me)).toMatchObject({ newcomerClearances: null });
});
