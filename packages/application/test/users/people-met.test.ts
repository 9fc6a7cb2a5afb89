import { beforeEach, describe, expect, test } from '@jest/globals';
import { type LiveRoom, MINUTE, type RoomRole, SECOND, type UserId } from '@strongroom/domain';
import { documentOf, refTo, stateOf } from '../../src/store/collection.ts';
import { membershipId, memberships, rooms } from '../../src/store/rooms.ts';
import { intercepted, type PortCall } from '../world/intercepted.ts';
import { aPerson, aRoom, joins } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { another, openWorld, type World } from '../world/world.ts';

let world: World;
let calls: PortCall[];
let ada: Person;
let guest: Person;
let room: LiveRoom;
/** Members of the room, in the order in which they were made. */
let people: readonly Person[];

beforeEach(async () => {
  calls = [];
  world = await openWorld({
    around: (ports) =>
      intercepted(ports, (call, proceed) => {
        calls.push(call);
        return proceed();
      }),
  });
  ada = await aPerson(world);
  room = await aRoom(world, ada, 'C1');
  guest = await made('viewer');
  await world.owner.ask(world.app.users.edit, { userId: guest.id, external: true });
  people = [await made('viewer'), await made('contributor'), await made('viewer')];
});

async function made(role: RoomRole): Promise<Person> {
  world.clock.advance(SECOND);
  return joins(world, await aPerson(world), room, role, ada);
}

type Page = Readonly<{ perPage?: number; cursor?: string; page?: number }>;
const list = (page: Page = {}, at: World = world) => guest.at(at.app).ask(at.app.users.list, page);
const idsOf = async (page: Page = {}) => (await list(page)).items.map(({ user }) => user.id);
const newestFirst = (): readonly UserId[] => [...people.toReversed(), guest, ada].map(({ id }) => id);

describe('the users whom an external user meets', () => {
  test('are listed newest first, page by page, whatever rooms they share', async () => {
    const second = await aRoom(world, ada, 'C1');
    for (const one of [guest, people[0], people[2]]) if (one) await joins(world, one, second, 'viewer', ada);
    expect(await idsOf()).toEqual(newestFirst());
    const first = await list({ perPage: 2 });
    expect(first.meta.total).toBe(5);
    const next = await list({ perPage: 3, cursor: first.meta.nextCursor ?? '' });
    expect([...first.items, ...next.items].map(({ user }) => user.id)).toEqual(newestFirst());
    expect(next.meta.nextCursor).toBeNull();
    expect(await idsOf({ page: 2, perPage: 2 })).toEqual(newestFirst().slice(2, 4));
  });

  test('are the owners and themself where members are hidden from each other', async () => {
    await ada.ask(world.app.rooms.edit, { roomId: room.id, memberVisibility: 'owners' });
    expect(await idsOf()).toEqual([guest.id, ada.id]);
  });

  test('follow each change at once: members, their ends, the room, the clearance', async () => {
    expect(await idsOf()).toEqual(newestFirst());
    const [first, second] = people;
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: first?.id ?? '' });
    expect(await idsOf()).not.toContain(first?.id);
    const expiresAt = world.clock.now() + MINUTE;
    await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: second?.id ?? '', role: 'viewer', expiresAt });
    expect(await idsOf()).toContain(second?.id);
    world.clock.advance(MINUTE);
    expect(await idsOf()).not.toContain(second?.id);
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: guest.id });
    expect(await idsOf()).toEqual([guest.id]);
  });

  test('are looked through once for each state of a room', async () => {
    await list();
    const looked = async () => {
      calls = [];
      await list();
      return calls.filter(({ method, args }) => method === 'list' && args[0] === 'memberships').length;
    };
    // The caller's own memberships are read each time.
    expect(await looked()).toBe(1);
    await ada.ask(world.app.rooms.edit, { roomId: room.id, name: 'Another name' });
    expect(await looked()).toBe(2);
    expect(await looked()).toBe(1);
  });
});

/** Makes the room look as if it had this number of members. */
async function withMembers(memberCount: number): Promise<void> {
  const [document] = await world.ports.documents.read([refTo(rooms, room.id)]);
  if (document === undefined) throw new Error('no room');
  const state = { ...stateOf(rooms, document), memberCount } as LiveRoom;
  await world.ports.documents.commit([
    { collection: rooms.name, replace: documentOf(rooms, state, document.version + 1) },
  ]);
}

/** Makes the guest a member of further rooms. */
async function inRooms(count: number): Promise<void> {
  const at = world.clock.now();
  const [stored, membership] = await world.ports.documents.read([
    refTo(rooms, room.id),
    refTo(memberships, membershipId(room.id, guest.id)),
  ]);
  if (stored === undefined || membership === undefined) throw new Error('no room');
  const inserts = Array.from({ length: count }, () => {
    const id = world.ports.ids.timed<LiveRoom['id']>(at);
    return [
      { collection: rooms.name, insert: documentOf(rooms, { ...stateOf(rooms, stored), id }, 1) },
      {
        collection: memberships.name,
        insert: documentOf(memberships, { ...stateOf(memberships, membership), roomId: id }, 1),
      },
    ];
  });
  await world.ports.documents.commit(inserts.flat());
}

describe('a caller who looks through more than 100 000 documents in a minute', () => {
  /** The number of requests until the first refusal. */
  async function untilRefused(work: () => Promise<unknown>): Promise<number> {
    for (let done = 0; done < 1000; done++) {
      const code = await codeOf(work());
      if (code === 'RATE_LIMIT_EXCEEDED') return done;
      if (code !== 'done') throw new Error(code);
    }
    throw new Error('nothing was refused');
  }

  test('is refused the list of users whom they meet, in every process, and served again after it', async () => {
    const two = await another(world);
    await withMembers(40_000);
    expect(await codeOf(list())).toBe('done');
    expect(await codeOf(list({}, two))).toBe('done');
    await withMembers(40_001);
    calls = [];
    expect(await codeOf(list())).toBe('RATE_LIMIT_EXCEEDED');
    expect(calls.filter(({ method, args }) => method === 'list' && args[0] === 'memberships')).toHaveLength(1);
    world.clock.advance(MINUTE);
    expect(await codeOf(list())).toBe('done');
    expect(await codeOf(list())).toBe('done');
  });

  test('is refused for the users that are looked up, too, and not only for the members that are listed', async () => {
    // Two documents are their own membership and its room, five the users. They are counted in whole 500s.
    await withMembers(100_492);
    expect(await codeOf(list())).toBe('done');
    world.clock.advance(MINUTE);
    const two = await another(world);
    await withMembers(100_493);
    expect(await codeOf(list({}, two))).toBe('RATE_LIMIT_EXCEEDED');
  });

  test('is refused a user, and a search among their rooms, unlike other callers', async () => {
    await inRooms(999);
    expect(await untilRefused(() => guest.ask(world.app.users.get, { userId: ada.id }))).toBe(50);
    world.clock.advance(MINUTE);
    expect(await untilRefused(() => guest.ask(world.app.users.list, { email: ada.email }))).toBeLessThanOrEqual(50);
    world.clock.advance(MINUTE);
    expect(await untilRefused(() => guest.ask(world.app.rooms.list, { q: 'zzz' }))).toBe(100);
    expect(await codeOf(ada.ask(world.app.rooms.list, { q: 'zzz' }))).toBe('done');
    expect(await codeOf(guest.ask(world.app.rooms.list, {}))).toBe('done');
  });

  test('is refused once at most 1100 documents were read for them', async () => {
    await inRooms(1999);
    await untilRefused(() => guest.ask(world.app.users.get, { userId: ada.id }));
    for (const work of [
      () => list(),
      () => guest.ask(world.app.users.get, { userId: ada.id }),
      () => guest.ask(world.app.rooms.list, { q: 'zzz' }),
    ]) {
      calls = [];
      expect(await codeOf(work())).toBe('RATE_LIMIT_EXCEEDED');
      const read = calls.flatMap(({ method, args }) => {
        if (method === 'list') return (args[2] as Readonly<{ limit: number }>).limit;
        return method === 'read' ? (args[0] as readonly unknown[]).length : 0;
      });
      expect(read.reduce((sum, documents) => sum + documents, 0)).toBeLessThanOrEqual(1100);
    }
  });

  test('is refused alone, and the others whose changes share the commit are not', async () => {
    await inRooms(999);
    await untilRefused(() => guest.ask(world.app.users.get, { userId: ada.id }));
    const edit = (by: Person, change: { name?: string; external?: boolean }) =>
      codeOf(by.ask(world.app.users.edit, { userId: ada.id, ...change }));
    const edits = [edit(ada, { name: 'Ada' }), edit(guest, { name: 'Ada' }), edit(world.owner, { external: false })];
    expect(await Promise.all(edits)).toEqual(['done', 'RATE_LIMIT_EXCEEDED', 'done']);
  });
});
