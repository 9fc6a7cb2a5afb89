import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveRoom, OrgRole } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aFile, aMember, aPerson, aRoom, joins, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let room: LiveRoom;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C4' });
});
beforeEach(async () => {
  room = await aRoom(world, ada);
});

const get = (by: Person, roomId: string = room.id) => by.ask(world.app.rooms.get, { roomId });

describe('one room', () => {
  test('a member sees it, with their own role', async () => {
    const bob = await aMember(world, room, 'viewer', ada);
    expect(await get(ada)).toMatchObject({ room: { id: room.id }, myRole: 'owner' });
    expect(await get(bob)).toMatchObject({ room: { id: room.id, memberCount: 2 }, myRole: 'viewer' });
  });

  test('a name from before invisible characters were refused is read, and the room can be edited', async () => {
    const name = 'Proj\u200bect';
    const { room: old } = await ada.ask(world.app.rooms.create, { name, classification: 'C2' });
    expect(await get(ada, old.id)).toMatchObject({ room: { name } });
    await ada.ask(world.app.rooms.edit, { roomId: old.id, description: 'Papers' });
    expect(await get(ada, old.id)).toMatchObject({ room: { name, description: 'Papers' } });
  });

  test('a member’s look is not recorded', async () => {
    expect(await recordedBy(world, () => get(ada))).toEqual([]);
  });

  test.each<OrgRole>(['owner', 'domain_admin', 'security_officer', 'auditor'])(
    'a person with the role %s oversees it without being a member, and that is recorded',
    async (role) => {
      const overseer = await aPerson(world, role);
      await aFile(world, ada, room);
      const recorded = await recordedBy(world, async () => {
        expect(await get(overseer)).toMatchObject({ fileCount: 0, myRole: null });
      });
      expect(recorded).toMatchObject([
        { type: 'room.overseen', outcome: 'allowed', actor: { id: overseer.id }, target: { id: room.id, label: 'C2' } },
      ]);
    },
  );

  test('is not found by callers who are neither member nor overseer', async () => {
    for (const role of ['member', 'department_admin'] as const) {
      const stranger = await aPerson(world, role);
      expect(await refusal(world, () => get(stranger))).toEqual(['ROOM_NOT_FOUND', 'overseer']);
    }
  });

  test('is unknown above one’s clearance, to its owner and to overseers alike', async () => {
    const secret = await aRoom(world, ada, 'C4');
    const auditor = await aPerson(world, 'auditor');
    expect(await refusal(world, () => get(auditor, secret.id))).toEqual(['ROOM_NOT_FOUND', 'cleared-for-room']);
    await world.owner.ask(world.app.users.setClearance, { userId: ada.id, clearance: 'C3' });
    expect(await codeOf(get(ada, secret.id))).toBe('ROOM_NOT_FOUND');
    await world.owner.ask(world.app.users.setClearance, { userId: ada.id, clearance: 'C4' });
    expect(await codeOf(get(ada, secret.id))).toBe('done');
  });

  test('is unknown once deleted, also to those who could see it', async () => {
    await ada.ask(world.app.rooms.delete, { roomId: room.id });
    for (const by of [ada, world.owner])
      expect(await refusal(world, () => get(by))).toEqual(['ROOM_NOT_FOUND', 'room-exists']);
  });

  test('does not count files above the caller’s clearance', async () => {
    const bob = await aMember(world, room, 'viewer', ada);
    await aFile(world, ada, room);
    await aFile(world, ada, room, { classification: 'C3' });
    expect([(await get(ada)).fileCount, (await get(bob)).fileCount]).toEqual([2, 1]);
  });
});

describe('the list of one’s rooms', () => {
  const list = async (by: Person, page: { perPage?: number; cursor?: string } = {}) =>
    by.ask(world.app.rooms.list, page);

  test('holds the rooms one is a member of, newest first, and no other', async () => {
    const bob = await aPerson(world);
    const mine: string[] = [];
    for (let n = 0; n < 3; n++) {
      world.clock.advance(1000);
      const joined = await aRoom(world, ada);
      await joins(world, bob, joined, 'viewer', ada);
      mine.unshift(joined.id);
    }
    await aRoom(world, ada);
    const { items, meta } = await list(bob);
    expect(items.map((seen) => seen.room.id)).toEqual(mine);
    expect(items.map((seen) => seen.myRole)).toEqual(['viewer', 'viewer', 'viewer']);
    expect(meta.total).toBe(3);
  });

  test('leaves out, and does not count, what is above one’s clearance at present', async () => {
    const bob = await aPerson(world, 'member', { clearance: 'C3' });
    await aRoom(world, bob, 'C3');
    const open = await aRoom(world, bob, 'C1');
    expect((await list(bob)).meta.total).toBe(2);
    await world.owner.ask(world.app.users.setClearance, { userId: bob.id, clearance: '' });
    expect(await list(bob)).toMatchObject({ items: [{ room: { id: open.id } }], meta: { total: 1 } });
  });

  test('leaves out what was deleted, and what one was removed from', async () => {
    const bob = await aPerson(world);
    const [left, deleted, kept] = [await aRoom(world, ada), await aRoom(world, ada), await aRoom(world, ada)];
    for (const each of [left, deleted, kept]) await joins(world, bob, each, 'viewer', ada);
    await ada.ask(world.app.rooms.removeMember, { roomId: left.id, userId: bob.id });
    await ada.ask(world.app.rooms.delete, { roomId: deleted.id });
    expect(await list(bob)).toMatchObject({ items: [{ room: { id: kept.id } }], meta: { total: 1 } });
  });

  test('does not fill up with what others oversee', async () => {
    expect((await list(await aPerson(world, 'owner'))).items).toEqual([]);
  });

  test('refuses the cursor of another person', async () => {
    const bob = await aPerson(world);
    for (let n = 0; n < 2; n++) await aRoom(world, bob);
    const { meta } = await list(bob, { perPage: 1 });
    expect(await codeOf(list(bob, { cursor: String(meta.nextCursor) }))).toBe('done');
    expect(await codeOf(list(ada, { cursor: String(meta.nextCursor) }))).toBe('INVALID_CURSOR');
  });

  test('needs the scope read:rooms', async () => {
    const limited = await limitedTo(world, ada, 'read:files');
    expect(await refusal(world, () => list(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:read:rooms']);
  });
});

describe('oversight', () => {
  const oversee = (by: Person) => by.ask(world.app.rooms.listOverseen, { perPage: 100 });

  test('lists every room up to the overseer’s clearance, and is recorded', async () => {
    const small = await openWorld();
    const [officer, auditor] = [await aPerson(small, 'security_officer'), await aPerson(small, 'auditor')];
    await aRoom(small, officer, 'C4');
    const open = await aRoom(small, small.owner, 'C1');
    const recorded = await recordedBy(small, async () => {
      const { items, meta } = await officer.ask(small.app.rooms.listOverseen, {});
      expect([meta.total, items.map((seen) => seen.myRole)]).toEqual([2, expect.arrayContaining([null, 'owner'])]);
    });
    expect(recorded).toMatchObject([{ type: 'room.overseen', target: { type: 'organisation', id: small.home.orgId } }]);
    const seen = await auditor.ask(small.app.rooms.listOverseen, {});
    expect(seen).toMatchObject({ items: [{ room: { id: open.id } }], meta: { total: 1 } });
  });

  test('finds a room without an owner', async () => {
    const bob = await aPerson(world);
    const lonely = await aRoom(world, bob);
    await world.owner.ask(world.app.users.deactivate, { userId: bob.id });
    const found = (await oversee(world.owner)).items.find((seen) => seen.room.id === lonely.id);
    expect(found?.room).toMatchObject({ owners: [], memberCount: 0 });
  });

  test.each<OrgRole>(['member', 'department_admin'])('is not for %s', async (role) => {
    const person = await aPerson(world, role);
    expect(await refusal(world, () => oversee(person))).toEqual(['INSUFFICIENT_ROLE', 'overseer']);
  });
});

describe('the rooms of a user', () => {
  const roomsOf = async (by: Person, userId: string) => {
    const { items, meta } = await by.ask(world.app.users.listRooms, { userId: userId as never });
    expect(meta.total).toBe(items.length);
    return items.map((one) => one.room.id).toSorted();
  };
  const ids = (...of: readonly LiveRoom[]) => of.map(({ id }) => id).toSorted();

  test('leave out rooms above the clearance of the overseer, and memberships that have ended', async () => {
    const auditor = await aPerson(world, 'auditor');
    const bob = await aPerson(world, 'member', { clearance: 'C4' });
    const [secret, ending, shut] = [await aRoom(world, ada, 'C4'), await aRoom(world, ada), await aRoom(world, ada)];
    for (const each of [secret, ending, shut, room]) await joins(world, bob, each, 'viewer', ada);
    const expiresAt = (world.clock.now() + 60_000) as never;
    await ada.ask(world.app.rooms.addMember, { roomId: ending.id, userId: bob.id, role: 'viewer', expiresAt });
    expect(await roomsOf(world.owner, bob.id)).toEqual(ids(shut, ending, secret, room));
    world.clock.advance(60_000);
    await ada.ask(world.app.rooms.delete, { roomId: shut.id });
    expect(await roomsOf(world.owner, bob.id)).toEqual(ids(secret, room));
    expect(await roomsOf(auditor, bob.id)).toEqual([room.id]);
    await world.owner.ask(world.app.users.deactivate, { userId: bob.id });
    expect(await roomsOf(world.owner, bob.id)).toEqual([]);
  });

  test('are for a department admin those in which the user is among the members that they see', async () => {
    const [bob, admin] = [await aPerson(world), await aPerson(world, 'department_admin')];
    const [open, closed, apart] = [await aRoom(world, ada), await aRoom(world, ada), await aRoom(world, ada)];
    await ada.ask(world.app.rooms.edit, { roomId: closed.id, memberVisibility: 'owners' });
    for (const each of [open, closed, apart]) await joins(world, bob, each, 'viewer', ada);
    for (const each of [open, closed]) await joins(world, admin, each, 'viewer', ada);
    expect(await roomsOf(admin, bob.id)).toEqual([open.id]);
    expect(await roomsOf(admin, ada.id)).toEqual(ids(closed, open));
    await ada.ask(world.app.rooms.removeMember, { roomId: open.id, userId: admin.id });
    expect(await roomsOf(admin, bob.id)).toEqual([]);
  });

  test('are not for a member, apart from their own', async () => {
    const bob = await aMember(world, room, 'viewer', ada);
    expect(await roomsOf(bob, bob.id)).toEqual([room.id]);
    expect(await refusal(world, () => roomsOf(ada, bob.id))).toEqual(['INSUFFICIENT_ROLE', 'oneself']);
  });

  test('are looked up with a record of it by an overseer, and without one for oneself', async () => {
    const bob = await aMember(world, room, 'viewer', ada);
    const recorded = await recordedBy(world, async () => {
      await roomsOf(world.owner, bob.id);
      await roomsOf(world.owner, world.owner.id);
    });
    expect(recorded).toMatchObject([{ type: 'room.overseen', target: { type: 'user', id: bob.id } }]);
  });

  test('cost the same however many other rooms there are', async () => {
    const bob = await aMember(world, room, 'viewer', ada);
    const { documents } = world.ports;
    const counted = async (): Promise<number> => {
      let count = 0;
      const [list, read] = [documents.list.bind(documents), documents.read.bind(documents)];
      documents.list = async (...given) => {
        const found = await list(...given);
        count += found.length;
        return found;
      };
      documents.read = async (refs) => {
        count += refs.length;
        return read(refs);
      };
      await roomsOf(world.owner, bob.id);
      Object.assign(documents, { list, read });
      return count;
    };
    const before = await counted();
    for (let made = 0; made < 30; made++) await aRoom(world, ada);
    expect(await counted()).toBe(before);
  });
});

describe('the members of a room', () => {
  const members = (by: Person, page: { perPage?: number; cursor?: string } = {}) =>
    by.ask(world.app.rooms.listMembers, { roomId: room.id, ...page });

  test('are listed by user id to every member, with their names', async () => {
    const bob = await aMember(world, room, 'viewer', ada);
    const { items, meta } = await members(bob);
    expect(items.map((seen) => seen.membership.userId)).toEqual([ada.id, bob.id].sort());
    expect(items.every((seen) => seen.name.startsWith('Person '))).toBe(true);
    expect(meta.total).toBe(2);
  });

  test('have full access, or none where their clearance does not reach the room', async () => {
    const secret = await aRoom(world, ada, 'C4');
    const bob = await aMember(world, secret, 'viewer', ada);
    const { items } = await ada.ask(world.app.rooms.listMembers, { roomId: secret.id });
    const access = new Map(items.map((seen) => [seen.membership.userId, seen.effectiveAccess]));
    expect([access.get(ada.id), access.get(bob.id)]).toEqual(['full', 'none']);
  });

  test('are seen by an overseer, which is recorded', async () => {
    const recorded = await recordedBy(world, () => members(world.owner));
    expect(recorded).toMatchObject([{ type: 'room.overseen', target: { id: room.id } }]);
  });

  test('are unknown where the room is', async () => {
    const stranger = await aPerson(world);
    expect(await refusal(world, () => members(stranger))).toEqual(['ROOM_NOT_FOUND', 'overseer']);
  });

  test('need the scope read:rooms', async () => {
    const limited = await limitedTo(world, ada, 'read:files');
    expect(await refusal(world, () => members(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:read:rooms']);
  });

  test('come in pages whose cursor fits this room only', async () => {
    await aMember(world, room, 'viewer', ada);
    const { meta } = await members(ada, { perPage: 1 });
    const other = await aRoom(world, ada);
    const cursor = String(meta.nextCursor);
    expect((await members(ada, { perPage: 1, cursor })).items).toHaveLength(1);
    expect(await codeOf(ada.ask(world.app.rooms.listMembers, { roomId: other.id, cursor }))).toBe('INVALID_CURSOR');
  });
});
