import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveRoom, OrgRole } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aMember, aPerson, aRoom, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { storedRoom } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
  bob = await aMember(world, room, 'contributor', ada);
});

type Change = Readonly<{
  name?: string;
  description?: string;
  memberVisibility?: 'everyone' | 'owners';
  anonymousLinks?: boolean;
  binDays?: number;
  numbering?: 'none' | 'fixed';
}>;
const edit = (by: Person, change: Change = { name: 'Other' }) =>
  by.ask(world.app.rooms.edit, { roomId: room.id, ...change });
const archive = (by: Person) => by.ask(world.app.rooms.archive, { roomId: room.id });
const unarchive = (by: Person) => by.ask(world.app.rooms.unarchive, { roomId: room.id });

describe('editing', () => {
  test('changes the named fields and leaves the others', async () => {
    await edit(ada, { name: 'Other' });
    expect(await storedRoom(world, room.id)).toMatchObject({ name: 'Other', description: room.description });
    await edit(ada, { description: '' });
    expect(await storedRoom(world, room.id)).toMatchObject({ name: 'Other', description: '' });
  });

  test('is recorded, without what was written', async () => {
    const recorded = await recordedBy(world, () => edit(ada));
    expect(recorded).toMatchObject([
      { type: 'room.edited', target: { id: room.id }, data: { changed: { name: true } } },
    ]);
  });

  test('is recorded with the options that changed, as they are and as they were', async () => {
    const dataOf = async (change: Change) => (await recordedBy(world, () => edit(ada, change))).map(({ data }) => data);
    expect(await dataOf({ name: 'Third' })).toEqual([{ changed: { name: true } }]);
    expect(await dataOf({ name: 'Fourth', anonymousLinks: true })).toEqual([
      { anonymous_links: true, before: { anonymous_links: false }, changed: { name: true } },
    ]);
    expect(await dataOf({ anonymousLinks: true })).toEqual([]);
    expect(await dataOf({ anonymousLinks: false, memberVisibility: 'owners' })).toEqual([
      {
        anonymous_links: false,
        member_visibility: 'owners',
        before: { anonymous_links: true, member_visibility: 'everyone' },
      },
    ]);
    expect(await dataOf({ description: 'Sale of the mill', binDays: 30, numbering: 'fixed' })).toEqual([
      {
        numbering: 'fixed',
        bin_days: 30,
        before: { numbering: 'none', bin_days: 0 },
        changed: { description: true },
      },
    ]);
  });

  test('changes options for the owners of the room only', async () => {
    expect(await refusal(world, () => edit(bob, { anonymousLinks: true }))).toEqual([
      'INSUFFICIENT_ROOM_ROLE',
      'room-role:owner',
    ]);
  });

  test('to what was there already changes and records nothing', async () => {
    expect(await recordedBy(world, () => edit(ada, { name: room.name, description: room.description }))).toEqual([]);
  });

  test('is for the owners of the room', async () => {
    expect(await refusal(world, () => edit(bob))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
    expect(await refusal(world, () => edit(world.owner))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
  });

  test('is refused to strangers as if there were no room', async () => {
    const stranger = await aPerson(world);
    expect(await refusal(world, () => edit(stranger))).toEqual(['ROOM_NOT_FOUND', 'overseer']);
  });

  test('is refused in an archived room, to those whose role allows it', async () => {
    await archive(ada);
    expect(await refusal(world, () => edit(ada))).toEqual(['ROOM_ARCHIVED', null]);
    expect(await codeOf(edit(bob))).toBe('INSUFFICIENT_ROOM_ROLE');
  });

  test('needs the scope write:rooms', async () => {
    const limited = await limitedTo(world, ada, 'read:rooms');
    expect(await refusal(world, () => edit(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:rooms']);
  });
});

describe('archiving', () => {
  test('makes the room read-only and is recorded', async () => {
    const recorded = await recordedBy(world, async () => {
      expect((await archive(ada)).room).toMatchObject({ status: 'archived', archivedAt: world.clock.now() });
    });
    expect(recorded).toMatchObject([{ type: 'room.archived', target: { id: room.id } }]);
  });

  test('again changes nothing, not even the time, and is not recorded', async () => {
    const first = await archive(ada);
    world.clock.advance(5000);
    expect(await recordedBy(world, async () => expect(await archive(ada)).toEqual(first))).toEqual([]);
  });

  test('can be taken back, which is recorded', async () => {
    await archive(ada);
    const recorded = await recordedBy(world, async () => {
      expect((await unarchive(ada)).room).toMatchObject({ status: 'active', archivedAt: null });
    });
    expect(recorded).toMatchObject([{ type: 'room.unarchived' }]);
    expect(await recordedBy(world, () => unarchive(ada))).toEqual([]);
  });

  test.each<OrgRole>(['owner', 'domain_admin'])('is also for %s of the organisation', async (role) => {
    const admin = await aPerson(world, role);
    expect(await codeOf(archive(admin))).toBe('done');
    expect(await codeOf(unarchive(admin))).toBe('done');
  });

  test('is refused to a member because of their room role', async () => {
    expect(await refusal(world, () => archive(bob))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
    expect(await refusal(world, () => unarchive(bob))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
  });

  test.each<OrgRole>(['security_officer', 'auditor'])('is refused to the organisation role %s', async (role) => {
    const overseer = await aPerson(world, role);
    for (const work of [archive, unarchive])
      expect(await refusal(world, () => work(overseer))).toEqual(['INSUFFICIENT_ROLE', 'org-role:owner']);
  });

  test('is refused to strangers as if there were no room', async () => {
    const stranger = await aPerson(world);
    for (const work of [archive, unarchive]) expect(await codeOf(work(stranger))).toBe('ROOM_NOT_FOUND');
  });

  test('needs the scope write:rooms', async () => {
    const limited = await limitedTo(world, ada, 'read:rooms');
    for (const work of [archive, unarchive])
      expect(await refusal(world, () => work(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:rooms']);
  });
});
