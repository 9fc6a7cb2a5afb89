import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type LiveRoom, MAX_MEMBERS, MAX_ROOM_OWNERS, type OrgRole, type RoomRole } from '@strongroom/domain';
import { documentOf } from '../../src/store/collection.ts';
import { rooms } from '../../src/store/rooms.ts';
import { recordedBy } from '../world/events.ts';
import { aMember, anEmail, aPerson, aRoom, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { membershipsIn, storedMembership, storedRoom } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  bob = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
});

const add = (by: Person, userId: string, role: RoomRole = 'viewer') =>
  by.ask(world.app.rooms.addMember, { roomId: room.id, userId, role });
const remove = (by: Person, userId: Person['id']) => by.ask(world.app.rooms.removeMember, { roomId: room.id, userId });
const archive = () => ada.ask(world.app.rooms.archive, { roomId: room.id });
const present = async () => {
  const now = await storedRoom(world, room.id);
  if (now === undefined || now.status === 'deleted') throw new Error('the room is gone');
  return now;
};
/** Writes the room as if it had that many members and owners. */
const pretend = async (change: Partial<LiveRoom>): Promise<void> => {
  const now = { ...(await present()), ...change };
  const [document] = await world.ports.documents.read([{ collection: rooms.name, id: room.id }]);
  await world.ports.documents.commit([
    { collection: rooms.name, replace: documentOf(rooms, now, (document?.version ?? 0) + 1) },
  ]);
};

describe('adding a member', () => {
  test('writes the membership and counts it, in one event', async () => {
    const recorded = await recordedBy(world, async () => {
      expect(await add(ada, bob.id, 'contributor')).toMatchObject({ added: true, effectiveAccess: 'full' });
    });
    expect(await storedMembership(world, room.id, bob.id)).toMatchObject({
      role: 'contributor',
      addedBy: ada.id,
      epoch: 1,
    });
    expect(await present()).toMatchObject({ memberCount: 2, owners: [ada.id] });
    expect(recorded).toMatchObject([
      { type: 'member.added', target: { id: room.id, label: 'C2' }, data: { user_id: bob.id, role: 'contributor' } },
    ]);
  });

  test('as owner makes another owner', async () => {
    await add(ada, bob.id, 'owner');
    expect((await present()).owners).toEqual([ada.id, bob.id]);
  });

  test('again with the same role changes and records nothing', async () => {
    await add(ada, bob.id);
    const recorded = await recordedBy(world, async () => {
      expect(await add(ada, bob.id)).toMatchObject({ added: false, membership: { role: 'viewer' } });
    });
    expect(recorded).toEqual([]);
    expect((await present()).memberCount).toBe(2);
  });

  test('again with another role changes the role, keeps the membership and records the former role', async () => {
    await add(ada, bob.id);
    const before = await storedMembership(world, room.id, bob.id);
    const recorded = await recordedBy(world, () => add(ada, bob.id, 'owner'));
    expect(await storedMembership(world, room.id, bob.id)).toEqual({ ...before, role: 'owner' });
    expect(await present()).toMatchObject({ memberCount: 2, owners: [ada.id, bob.id] });
    expect(recorded).toMatchObject([
      { type: 'member.role_changed', data: { user_id: bob.id, from: 'viewer', to: 'owner' } },
    ]);
  });

  test('does not ask for clearance, and says that there is no access', async () => {
    const high = await aPerson(world, 'owner');
    room = await aRoom(world, high, 'C4');
    expect(await add(high, bob.id)).toMatchObject({ added: true, effectiveAccess: 'none' });
    expect(await codeOf(bob.ask(world.app.rooms.get, { roomId: room.id }))).toBe('ROOM_NOT_FOUND');
  });

  test('may name an invited user', async () => {
    const { user } = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
    expect(await add(ada, user.id)).toMatchObject({ added: true });
  });

  test.each([crypto.randomUUID(), crypto.randomUUID().toUpperCase(), 'nobody', ''])(
    'finds no user under the id %p',
    async (userId) => {
      expect(await codeOf(add(ada, userId))).toBe('USER_NOT_FOUND');
      expect((await present()).memberCount).toBe(1);
    },
  );

  test('does not find a deactivated user', async () => {
    const gone = await aPerson(world);
    await world.owner.ask(world.app.users.deactivate, { userId: gone.id });
    expect(await codeOf(add(ada, gone.id))).toBe('USER_NOT_FOUND');
  });

  test('gives a returning member a new membership', async () => {
    const first = await add(ada, bob.id);
    await remove(ada, bob.id);
    const second = await add(ada, bob.id);
    expect(second.membership.id).not.toBe(first.membership.id);
  });

  test('is for the owners of the room', async () => {
    const contributor = await aMember(world, room, 'contributor', ada);
    expect(await refusal(world, () => add(contributor, bob.id))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
  });

  test('is refused to overseers for their organisation role while the room has an owner', async () => {
    for (const by of [world.owner, await aPerson(world, 'auditor')])
      expect(await refusal(world, () => add(by, by.id))).toEqual(['INSUFFICIENT_ROLE', 'admin-of-orphaned-room']);
  });

  test('says the room role before it says who is unknown', async () => {
    const viewer = await aMember(world, room, 'viewer', ada);
    expect(await codeOf(add(viewer, 'nobody'))).toBe('INSUFFICIENT_ROOM_ROLE');
  });

  test('is refused to strangers as if there were no room', async () => {
    expect(await refusal(world, () => add(bob, bob.id))).toEqual(['ROOM_NOT_FOUND', 'overseer']);
  });

  test('needs the scope write:members', async () => {
    const limited = await limitedTo(world, ada, 'write:rooms');
    expect(await refusal(world, () => add(limited, bob.id))).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:members']);
  });

  test('ends at 5 000 members', async () => {
    await pretend({ memberCount: MAX_MEMBERS });
    expect(await refusal(world, () => add(ada, bob.id))).toEqual(['LIMIT_REACHED', null]);
  });

  test('ends at 50 owners, for new ones and for raised ones', async () => {
    await add(ada, bob.id);
    const carol = await aPerson(world);
    const owners = Array.from({ length: MAX_ROOM_OWNERS }, () => crypto.randomUUID() as Person['id']);
    await pretend({ owners: [...owners.slice(1), ada.id] });
    expect(await codeOf(add(ada, bob.id, 'owner'))).toBe('LIMIT_REACHED');
    expect(await codeOf(add(ada, carol.id, 'owner'))).toBe('LIMIT_REACHED');
    expect(await codeOf(add(ada, carol.id))).toBe('done');
  });
});

describe('in an archived room', () => {
  beforeEach(async () => {
    await add(ada, bob.id, 'contributor');
    await archive();
  });

  test('no member is added and no role is raised', async () => {
    const carol = await aPerson(world);
    expect(await refusal(world, () => add(ada, carol.id))).toEqual(['ROOM_ARCHIVED', null]);
    expect(await refusal(world, () => add(ada, bob.id, 'owner'))).toEqual(['ROOM_ARCHIVED', null]);
  });

  test('a role is lowered, kept, and a member removed', async () => {
    expect(await codeOf(add(ada, bob.id, 'contributor'))).toBe('done');
    expect(await codeOf(add(ada, bob.id, 'viewer'))).toBe('done');
    expect(await codeOf(remove(ada, bob.id))).toBe('done');
  });

  test('a missing role is reported before the archive', async () => {
    const carol = await aPerson(world);
    expect(await codeOf(add(bob, carol.id))).toBe('INSUFFICIENT_ROOM_ROLE');
  });

  test('an unknown user is reported before the archive: absent before state', async () => {
    expect(await codeOf(add(ada, 'nobody'))).toBe('USER_NOT_FOUND');
  });
});

describe('the last owner of a room', () => {
  test('cannot be lowered', async () => {
    expect(await refusal(world, () => add(ada, ada.id, 'viewer'))).toEqual(['LAST_ROOM_OWNER', null]);
  });

  test('cannot leave, nor be removed by an administrator', async () => {
    for (const by of [ada, world.owner])
      expect(await refusal(world, () => remove(by, ada.id))).toEqual(['LAST_ROOM_OWNER', null]);
  });

  test('can go once there is another', async () => {
    await add(ada, bob.id, 'owner');
    expect(await codeOf(add(ada, ada.id, 'viewer'))).toBe('done');
    expect((await present()).owners).toEqual([bob.id]);
  });
});

describe('removing a member', () => {
  beforeEach(async () => {
    await add(ada, bob.id, 'contributor');
  });

  test('takes the membership and its count, in one event', async () => {
    const recorded = await recordedBy(world, async () => {
      expect(await remove(ada, bob.id)).toEqual({ roomId: room.id, userId: bob.id });
    });
    expect(await membershipsIn(world, room.id)).toHaveLength(1);
    expect((await present()).memberCount).toBe(1);
    expect(recorded).toMatchObject([
      { type: 'member.removed', target: { id: room.id }, data: { user_id: bob.id, role: 'contributor' } },
    ]);
  });

  test('takes an owner from the owners', async () => {
    await add(ada, bob.id, 'owner');
    await remove(bob, ada.id);
    expect(await present()).toMatchObject({ owners: [bob.id], memberCount: 1 });
  });

  test('is for oneself, whatever one’s role', async () => {
    expect(await codeOf(remove(bob, bob.id))).toBe('done');
    expect(await codeOf(bob.ask(world.app.rooms.get, { roomId: room.id }))).toBe('ROOM_NOT_FOUND');
  });

  test.each<OrgRole>(['owner', 'domain_admin', 'security_officer'])('is for %s', async (role) => {
    expect(await codeOf(remove(await aPerson(world, role), bob.id))).toBe('done');
  });

  test('is refused to a member for their room role and to an auditor for their organisation role', async () => {
    const viewer = await aMember(world, room, 'viewer', ada);
    const auditor = await aPerson(world, 'auditor');
    expect(await refusal(world, () => remove(viewer, bob.id))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
    expect(await refusal(world, () => remove(auditor, bob.id))).toEqual(['INSUFFICIENT_ROLE', 'org-role:owner']);
  });

  test('reports first that the target is not a member, also to callers who may not remove members', async () => {
    const viewer = await aMember(world, room, 'viewer', ada);
    const nobody = crypto.randomUUID() as Person['id'];
    for (const by of [ada, viewer]) expect(await codeOf(remove(by, nobody))).toBe('MEMBER_NOT_FOUND');
    await remove(ada, bob.id);
    expect(await codeOf(remove(ada, bob.id))).toBe('MEMBER_NOT_FOUND');
  });

  test('is refused to strangers as if there were no room', async () => {
    const stranger = await aPerson(world);
    expect(await refusal(world, () => remove(stranger, bob.id))).toEqual(['ROOM_NOT_FOUND', 'overseer']);
    expect(await codeOf(remove(stranger, stranger.id))).toBe('ROOM_NOT_FOUND');
  });

  test('needs the scope write:members', async () => {
    const limited = await limitedTo(world, ada, 'write:rooms');
    expect(await refusal(world, () => remove(limited, bob.id))).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:members']);
  });
});
