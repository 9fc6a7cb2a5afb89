import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, type Instant, type LiveRoom, MINUTE, plus, type RoomRole } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aFile, aMember, anEmail, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { storedMembership, storedRoom } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
let end: Instant;
beforeEach(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  bob = await aPerson(world);
  room = await aRoom(world, ada);
  end = plus(world.clock.now(), DAY);
});

const add = (userId: string, expiresAt?: number | null, role: RoomRole = 'contributor', roomId: string = room.id) =>
  ada.ask(world.app.rooms.addMember, { roomId, userId, role, ...(expiresAt !== undefined && { expiresAt }) });
const roomsOf = async (person: Person, page = {}) => {
  const { items, meta } = await person.ask(world.app.rooms.list, page);
  return { ids: items.map(({ room: { id } }) => id), ...meta };
};
const membersFor = async (person: Person) => {
  const { items, meta } = await person.ask(world.app.rooms.listMembers, { roomId: room.id });
  return { ids: items.map(({ membership }) => membership.userId).sort(), total: meta.total, items };
};
/** Advances to the last millisecond of the membership, and one further. */
const toTheEnd = () => world.clock.advance(end - world.clock.now() - 1);
const past = () => world.clock.advance(1);

describe('a membership with an end', () => {
  test('works until that instant, and from then on the room is absent for its member', async () => {
    const file = await aFile(world, ada, room);
    await add(bob.id, end);
    toTheEnd();
    expect(await bob.ask(world.app.rooms.get, { roomId: room.id })).toMatchObject({ myRole: 'contributor' });
    expect((await bob.ask(world.app.files.getDownload, { fileId: file.id, release: true })).url).toContain('http');
    past();
    for (const refused of [
      bob.ask(world.app.rooms.get, { roomId: room.id }),
      bob.ask(world.app.rooms.listMembers, { roomId: room.id }),
      bob.ask(world.app.files.list, { roomId: room.id }),
    ])
      expect(await codeOf(refused)).toBe('ROOM_NOT_FOUND');
    expect(await codeOf(bob.ask(world.app.files.getDownload, { fileId: file.id, release: true }))).toBe(
      'FILE_NOT_FOUND',
    );
    expect(await roomsOf(bob)).toMatchObject({ ids: [], total: 0 });
  });

  test('tells an external user nothing about their rights in the room after its end', async () => {
    const file = await aFile(world, ada, room);
    await world.owner.ask(world.app.users.edit, { userId: bob.id, external: true });
    await add(bob.id, end);
    toTheEnd();
    const { may } = await bob.ask(world.app.rooms.get, { roomId: room.id });
    expect(may).toContain('file.upload');
    expect((await bob.ask(world.app.users.get, { userId: ada.id })).may).toEqual(['user.get']);
    past();
    const answers = [
      bob.ask(world.app.rooms.get, { roomId: room.id }),
      bob.ask(world.app.rooms.listMembers, { roomId: room.id, may: true }),
      bob.ask(world.app.files.list, { roomId: room.id, may: true }),
      bob.ask(world.app.files.get, { fileId: file.id }),
      bob.ask(world.app.users.get, { userId: ada.id }),
    ];
    const codes = await Promise.all(answers.map(codeOf));
    expect(codes).toEqual([...Array(3).fill('ROOM_NOT_FOUND'), 'FILE_NOT_FOUND', 'USER_NOT_FOUND']);
    expect(await roomsOf(bob, { may: true })).toMatchObject({ ids: [], total: 0 });
  });

  test('is recorded with its end, and so is another end', async () => {
    const recorded = await recordedBy(world, async () => {
      await add(bob.id, end);
      await add(bob.id, end);
      await add(bob.id, plus(end, DAY));
      await add(bob.id, null, 'viewer');
    });
    expect(recorded).toMatchObject([
      { type: 'member.added', data: { user_id: bob.id, role: 'contributor', expires_at: expect.stringMatching(/Z$/) } },
      { type: 'member.end_changed', data: { user_id: bob.id, from: expect.any(String), to: expect.any(String) } },
      { type: 'member.role_changed', data: { from: 'contributor', to: 'viewer' } },
      { type: 'member.end_changed', data: { to: null } },
    ]);
  });

  test('keeps its end where a change of role does not name one, and loses it for null', async () => {
    await add(bob.id, end);
    await add(bob.id, undefined, 'viewer');
    expect(await storedMembership(world, room.id, bob.id)).toMatchObject({ role: 'viewer', expiresAt: end });
    await add(bob.id, null, 'viewer');
    expect(await storedMembership(world, room.id, bob.id)).not.toHaveProperty('expiresAt');
    expect(await storedRoom(world, room.id)).not.toHaveProperty('ends');
  });

  test('ends the links of its member, also after they are added again', async () => {
    const file = await aFile(world, ada, room);
    await add(bob.id, end);
    const made = await bob.ask(world.app.shares.create, { fileId: file.id, expiresIn: 7 * 86_400, maxDownloads: null });
    const statusNow = async () => {
      const { items } = await ada.ask(world.app.shares.list, { fileId: file.id });
      return items.find(({ link }) => link.id === made.link.id)?.status;
    };
    toTheEnd();
    expect(await statusNow()).toBe('active');
    past();
    expect(await statusNow()).toBe('revoked');
    expect(await add(bob.id)).toMatchObject({ added: true });
    expect(await statusNow()).toBe('revoked');
    expect(await storedRoom(world, room.id)).toMatchObject({ memberCount: 2 });
  });

  test('is for members who are not owners, and in the future', async () => {
    expect(await codeOf(add(bob.id, end, 'owner'))).toBe('VALIDATION_ERROR');
    expect(await codeOf(add(bob.id, world.clock.now()))).toBe('VALIDATION_ERROR');
    await add(bob.id, end);
    expect(await codeOf(add(bob.id, undefined, 'owner'))).toBe('VALIDATION_ERROR');
    expect(await add(bob.id, null, 'owner')).toMatchObject({ membership: { role: 'owner' } });
  });

  test('may end earlier in an archived room, and not later', async () => {
    await add(bob.id, end);
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(add(bob.id, plus(end, 1)))).toBe('ROOM_ARCHIVED');
    expect(await codeOf(add(bob.id, null))).toBe('ROOM_ARCHIVED');
    expect(await add(bob.id, plus(end, -MINUTE))).toMatchObject({ added: false });
  });

  test('comes with an invitation by address', async () => {
    await ada.ask(world.app.rooms.invite, { roomId: room.id, email: anEmail(), role: 'viewer', expiresAt: end });
    expect(await storedRoom(world, room.id)).toMatchObject({ ends: [{ at: end }] });
  });
});

describe('after the end', () => {
  let cy: Person;
  beforeEach(async () => {
    cy = await aMember(world, room, 'viewer', ada);
    await add(bob.id, end);
    toTheEnd();
  });

  test('owners see the member as ended, and others do not see them', async () => {
    const all = [ada.id, bob.id, cy.id].sort();
    expect(await membersFor(cy)).toMatchObject({ ids: all, total: 3 });
    past();
    expect(await membersFor(cy)).toMatchObject({ ids: [ada.id, cy.id].sort(), total: 2 });
    const { items, ...listed } = await membersFor(ada);
    expect(listed).toEqual({ ids: all, total: 3 });
    expect(items.find(({ membership }) => membership.userId === bob.id)).toMatchObject({
      hasEnded: true,
      effectiveAccess: 'none',
    });
    for (const person of [ada, cy])
      expect(await person.ask(world.app.rooms.get, { roomId: room.id })).toMatchObject({ memberCount: 2 });
  });

  test('they are removed as others are, and nothing of them stays in the room', async () => {
    past();
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    expect(await storedRoom(world, room.id)).toMatchObject({ memberCount: 2 });
    expect(await storedRoom(world, room.id)).not.toHaveProperty('ends');
  });

  test('an external member no longer meets them', async () => {
    const outside = await aPerson(world, 'member', { clearance: 'C2' });
    await world.owner.ask(world.app.users.edit, { userId: outside.id, external: true });
    await add(outside.id, null, 'viewer');
    const met = async () => (await outside.ask(world.app.users.list, {})).items.map(({ user }) => user.id);
    expect(await met()).toContain(bob.id);
    past();
    expect(await met()).not.toContain(bob.id);
    expect(await codeOf(outside.ask(world.app.users.get, { userId: bob.id }))).toBe('USER_NOT_FOUND');
  });

  test('every page of their rooms is as if those were not there, by number and by cursor', async () => {
    const kept: string[] = [];
    for (let n = 0; n < 9; n++) {
      const { id } = await aRoom(world, ada);
      await add(bob.id, n % 3 === 0 ? end : undefined, 'viewer', id);
      if (n % 3 !== 0) kept.unshift(id);
    }
    past();
    const numbered = [];
    for (const page of [1, 2, 3, 4]) numbered.push(...(await roomsOf(bob, { page, perPage: 2 })).ids);
    expect(numbered.toSorted()).toEqual(kept.toSorted());
    const walked: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await roomsOf(bob, { perPage: 2, ...(cursor !== undefined && { cursor }) });
      expect(page.total).toBe(kept.length);
      walked.push(...page.ids);
      cursor = page.nextCursor;
    }
    expect(walked).toEqual(numbered);
    expect((await roomsOf(bob, { status: 'active' })).total).toBe(kept.length);
  });
});
