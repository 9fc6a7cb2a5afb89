import { describe, expect, test } from '@jest/globals';
import { aMembership, aRoom, membershipId, NOW, roomId, userId } from '../../test/examples.ts';
import { ROOM_ROLES, type RoomRole } from '../values/roles.ts';
import { DAY, plus } from '../values/time.ts';
import {
  addMember,
  changeMemberEnd,
  changeMemberRole,
  dropMember,
  isOrphaned,
  type LiveRoom,
  lostOwnerLately,
  MAX_ENDS,
  MAX_MEMBERS,
  MAX_ROOM_OWNERS,
  removeMember,
} from './room.ts';

/** An owner of the room, whose changes are not remembered. */
const BY = { userId: userId(1), at: NOW };
const refusal = (code: string) => expect.objectContaining({ code });
const joining = (n: number, role: RoomRole) => ({
  id: membershipId(n),
  userId: userId(n),
  epoch: 4,
  role,
  addedBy: userId(1),
  at: plus(NOW, 9),
});
const limit = (message: string) => expect.objectContaining({ code: 'LIMIT_REACHED', message });
const archived = (with_: Partial<LiveRoom> = {}) => aRoom({ status: 'archived', archivedAt: NOW, ...with_ });

describe('adding a member', () => {
  test.each(ROOM_ROLES)('as %s counts the member, and lists them as an owner only for that role', (role) => {
    const { room, membership } = addMember(aRoom(), joining(2, role));
    expect(room).toEqual({
      ...aRoom(),
      memberCount: 2,
      owners: role === 'owner' ? [userId(1), userId(2)] : [userId(1)],
    });
    expect(membership).toEqual({
      id: membershipId(2),
      roomId: roomId(1),
      userId: userId(2),
      role,
      epoch: 4,
      addedBy: userId(1),
      createdAt: plus(NOW, 9),
      roomLabel: 'C2',
      roomCreatedAt: NOW,
      roomUnitId: aRoom().orgUnitId,
    });
  });

  test('is refused in an archived room', () => {
    expect(() => addMember(archived(), joining(2, 'viewer'))).toThrow(refusal('ROOM_ARCHIVED'));
  });

  test('is refused beyond 5000 members and beyond 50 owners', () => {
    expect([MAX_MEMBERS, MAX_ROOM_OWNERS]).toEqual([5000, 50]);
    expect(addMember(aRoom({ memberCount: 4999 }), joining(2, 'viewer')).room.memberCount).toBe(5000);
    expect(() => addMember(aRoom({ memberCount: 5000 }), joining(2, 'viewer'))).toThrow(
      limit('A room has at most 5000 members.'),
    );
    const owners = (n: number) => Array.from({ length: n }, (_, i) => userId(100 + i));
    expect(addMember(aRoom({ owners: owners(49) }), joining(2, 'owner')).room.owners).toHaveLength(50);
    expect(() => addMember(aRoom({ owners: owners(50) }), joining(2, 'owner'))).toThrow(
      limit('A room has at most 50 owners.'),
    );
    expect(() => addMember(aRoom({ owners: owners(50) }), joining(2, 'contributor'))).not.toThrow();
  });
});

test('an owner cannot be added to their room again', () => {
  expect(() => addMember(aRoom(), joining(1, 'viewer'))).toThrow(
    expect.objectContaining({ code: 'USER_ALREADY_EXISTS', message: 'This user is an owner of the room already.' }),
  );
});

describe("changing a member's role", () => {
  const change = (room: LiveRoom, from: RoomRole, to: RoomRole) =>
    changeMemberRole(room, aMembership({ userId: userId(2), role: from }), to);

  test('to the same one changes nothing, also in an archived room', () => {
    const membership = aMembership({ role: 'viewer' });
    for (const room of [aRoom(), archived()]) {
      const same = changeMemberRole(room, membership, 'viewer');
      expect(same.room).toBe(room);
      expect(same.membership).toBe(membership);
    }
  });

  test('changes the membership, the owners if the role is owner, and no count', () => {
    expect(change(aRoom(), 'viewer', 'contributor').membership.role).toBe('contributor');
    const room = aRoom();
    expect(change(room, 'viewer', 'contributor').room).toBe(room);
    expect(change(aRoom(), 'viewer', 'owner').room).toEqual(aRoom({ owners: [userId(1), userId(2)] }));
    const two = aRoom({ owners: [userId(1), userId(2)] });
    expect(change(two, 'owner', 'viewer').room).toEqual(aRoom());
    expect(change(two, 'owner', 'viewer').membership).toEqual(aMembership({ userId: userId(2), role: 'viewer' }));
  });

  test('may lower but not raise in an archived room', () => {
    const two = archived({ owners: [userId(1), userId(2)] });
    expect(change(two, 'owner', 'viewer').room.owners).toEqual([userId(1)]);
    expect(change(two, 'contributor', 'viewer').membership.role).toBe('viewer');
    for (const [from, to] of [
      ['viewer', 'contributor'],
      ['viewer', 'owner'],
      ['contributor', 'owner'],
    ] as const)
      expect(() => change(two, from, to)).toThrow(refusal('ROOM_ARCHIVED'));
  });

  test('works in an orphaned room', () => {
    expect(change(aRoom({ owners: [] }), 'contributor', 'viewer').room.owners).toEqual([]);
  });

  test('never leaves a room without an owner, nor with more than 50', () => {
    expect(() => change(aRoom({ owners: [userId(2)] }), 'owner', 'contributor')).toThrow(refusal('LAST_ROOM_OWNER'));
    const owners = Array.from({ length: 50 }, (_, i) => userId(100 + i));
    expect(() => change(aRoom({ owners }), 'viewer', 'owner')).toThrow(refusal('LIMIT_REACHED'));
  });
});

describe('taking a member out', () => {
  test('lowers the count and removes an owner from the owners, also in an archived room', () => {
    const room = archived({ owners: [userId(1), userId(2)], memberCount: 3 });
    expect(removeMember(room, aMembership({ userId: userId(3), role: 'viewer' }), BY)).toEqual({
      ...room,
      memberCount: 2,
    });
    expect(removeMember(room, aMembership({ userId: userId(2), role: 'owner' }), BY)).toEqual({
      ...room,
      memberCount: 2,
      owners: [userId(1)],
    });
  });

  test('never takes out the last owner', () => {
    expect(() => removeMember(aRoom(), aMembership(), BY)).toThrow(refusal('LAST_ROOM_OWNER'));
  });

  test('works in an orphaned room', () => {
    const room = aRoom({ owners: [], memberCount: 2 });
    expect(removeMember(room, aMembership({ role: 'viewer' }), BY).memberCount).toBe(1);
  });

  test('may leave the room orphaned if the member is deactivated', () => {
    const room = dropMember(aRoom(), userId(1));
    expect(room).toEqual(aRoom({ owners: [], memberCount: 0 }));
    expect([isOrphaned(aRoom()), isOrphaned(room)]).toEqual([false, true]);
  });
});

describe('taking an owner out', () => {
  const two = aRoom({ owners: [userId(1), userId(2)], memberCount: 2 });
  const admin = { userId: userId(9), at: NOW };

  test('is recorded once for a remover who is not an owner, for 30 days', () => {
    const once = dropMember(two, userId(1), admin);
    expect([lostOwnerLately(two, NOW), lostOwnerLately(once, NOW)]).toEqual([false, true]);
    expect(lostOwnerLately(once, plus(NOW, 30 * DAY - 1))).toBe(true);
    expect(lostOwnerLately(once, plus(NOW, 30 * DAY))).toBe(false);
    const again = dropMember(once, userId(2), { ...admin, at: plus(NOW, DAY) });
    expect(again.ownersTakenBy).toEqual([{ ...admin, at: plus(NOW, DAY) }]);
    const late = dropMember(once, userId(2), { userId: userId(8), at: plus(NOW, 30 * DAY) });
    expect(late.ownersTakenBy).toEqual([{ userId: userId(8), at: plus(NOW, 30 * DAY) }]);
  });

  test('is recorded for each remover by themselves', () => {
    const other = { userId: userId(8), at: plus(NOW, DAY) };
    const both = dropMember(dropMember(two, userId(1), admin), userId(2), other);
    expect(both.ownersTakenBy).toEqual([admin, other]);
  });

  test('by an owner of the organisation is recorded as such, and hides no other taking by the same user', () => {
    const asOwner = { ...admin, isOrgOwner: true } as const;
    const once = dropMember(two, userId(1), asOwner);
    expect(lostOwnerLately(once, NOW)).toBe(false);
    const both = dropMember(dropMember(two, userId(1), admin), userId(2), asOwner);
    expect(both.ownersTakenBy).toEqual([admin, asOwner]);
    expect(lostOwnerLately(both, NOW)).toBe(true);
  });

  test('is recorded for a removal as for a deactivation', () => {
    const room = removeMember(two, aMembership({ role: 'owner' }), admin);
    expect(lostOwnerLately(room, NOW)).toBe(true);
  });

  test('is not recorded for a remover who is an owner, for the owner themself, or for a member of another role', () => {
    for (const room of [
      removeMember(two, aMembership({ role: 'owner' }), BY),
      dropMember(two, userId(1), { userId: userId(2), at: NOW }),
      dropMember(two, userId(5), admin),
      dropMember(two, userId(1)),
    ])
      expect(room.ownersTakenBy).toBeUndefined();
  });
});

describe('the end of a membership', () => {
  const ending = (n: number, at = plus(NOW, DAY)) => ({ ...joining(n, 'viewer'), expiresAt: at });
  const full = aRoom({
    ends: Array.from({ length: MAX_ENDS }, (_, n) => ({ userId: userId(n + 10), at: plus(NOW, DAY) })),
  });

  test('is listed in the room, and goes with the member or the end', () => {
    const { room, membership } = addMember(aRoom(), ending(2));
    expect(room.ends).toEqual([{ userId: userId(2), at: plus(NOW, DAY) }]);
    expect(changeMemberEnd(room, membership, { end: null, at: NOW })).toMatchObject({
      room: expect.not.objectContaining({ ends: expect.anything() }),
    });
    expect(removeMember(room, membership, BY)).not.toHaveProperty('ends');
    expect(dropMember(room, userId(2))).not.toHaveProperty('ends');
  });

  test('is refused for more than 500 members of a room, and another end for one of them is not', () => {
    expect(MAX_ENDS).toBe(500);
    expect(() => addMember(full, ending(2))).toThrow(refusal('LIMIT_REACHED'));
    const tenth = aMembership({ userId: userId(10), role: 'viewer', expiresAt: plus(NOW, DAY) });
    expect(changeMemberEnd(full, tenth, { end: plus(NOW, 1), at: NOW }).room.ends).toHaveLength(MAX_ENDS);
  });

  test('is refused where it is not ahead, and for owners', () => {
    expect(() => addMember(aRoom(), ending(2, plus(NOW, 9)))).toThrow(refusal('VALIDATION_ERROR'));
    expect(() => addMember(aRoom(), { ...ending(2), role: 'owner' })).toThrow(refusal('VALIDATION_ERROR'));
    expect(() => changeMemberEnd(aRoom(), aMembership({ role: 'viewer' }), { end: NOW, at: NOW })).toThrow(
      refusal('VALIDATION_ERROR'),
    );
    expect(() => changeMemberEnd(aRoom(), aMembership(), { end: plus(NOW, 1), at: NOW })).toThrow(
      refusal('VALIDATION_ERROR'),
    );
  });
});
