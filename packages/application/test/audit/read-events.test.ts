import { beforeAll, describe, expect, test } from '@jest/globals';
import { type AuditEvent, type EventType, type LiveRoom, SECOND } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aFile, aMember, aPerson, aRoom, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let viewer: Person;
let officer: Person;
let auditor: Person;
let room: LiveRoom;
let secretRoom: LiveRoom;

type Filter = Readonly<{
  roomId?: string;
  actorId?: string;
  type?: EventType;
  outcome?: AuditEvent['outcome'];
  from?: number;
  to?: number;
  page?: Readonly<{ page?: number; perPage?: number; cursor?: string }>;
}>;

const list = async (by: Person, { page = { perPage: 100 }, ...filter }: Filter = {}) => {
  const ctx = await by.enter();
  return world.app.audit.list(ctx, { ...filter, page } as Parameters<typeof world.app.audit.list>[1]);
};
const types = async (by: Person, filter: Filter = {}) => (await list(by, filter)).items.map((event) => event.type);
const exported = async (by: Person, filter: Omit<Filter, 'page'> = {}) => {
  const events: AuditEvent[] = [];
  const ctx = await by.enter();
  for await (const event of await world.app.audit.export(ctx, filter as Parameters<typeof world.app.audit.export>[1]))
    events.push(event);
  return events;
};

beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C4' });
  officer = await aPerson(world, 'security_officer');
  auditor = await aPerson(world, 'auditor');
  world.clock.advance(SECOND);
  room = await aRoom(world, ada);
  secretRoom = await aRoom(world, ada, 'C4');
  viewer = await aMember(world, room, 'viewer', ada);
  world.clock.advance(SECOND);
  await aFile(world, ada, room);
  await aFile(world, ada, secretRoom);
  await codeOf(viewer.ask(world.app.rooms.edit, { roomId: room.id, name: 'Other' }));
  world.clock.advance(SECOND);
});

describe('the audit log', () => {
  test('is read newest first by owner, security officer and auditor', async () => {
    for (const by of [world.owner, officer, auditor]) {
      const { items, meta } = await list(by);
      expect(items.map((event) => event.occurredAt)).toEqual(
        items.map((event) => event.occurredAt).toSorted((a, b) => b - a),
      );
      expect(meta.total).toBe(items.length);
      expect(items.length).toBeGreaterThan(10);
    }
  });

  test('stops at the reader’s clearance, and so does its total', async () => {
    const [all, some] = [await list(officer), await list(auditor)];
    const visible = all.items.filter((event) => event.target.label !== 'C4');
    expect(some.items).toEqual(visible);
    expect([all.meta.total > some.meta.total, some.meta.total]).toEqual([true, visible.length]);
  });

  test('is of one room, for its owners too', async () => {
    const events = (await list(ada, { roomId: room.id })).items;
    expect(new Set(events.map((event) => event.target.roomId))).toEqual(new Set([room.id]));
    expect(new Set(events.map((event) => event.type))).toEqual(
      new Set(['room.created', 'member.added', 'file.upload_requested', 'file.confirmed', 'access.denied']),
    );
  });

  test('keeps the events of a room after its deletion', async () => {
    const doomed = await aRoom(world, ada);
    await ada.ask(world.app.rooms.delete, { roomId: doomed.id });
    expect(await types(auditor, { roomId: doomed.id })).toEqual(
      expect.arrayContaining(['room.created', 'room.deleted']),
    );
  });

  test('is filtered by actor, type and outcome, and by any of them together', async () => {
    const of = (filter: Filter) => list(officer, filter).then(({ items, meta }) => ({ items, total: meta.total }));
    const everything = await exported(officer);
    const filters: readonly Filter[] = [
      { actorId: ada.id },
      { type: 'file.confirmed' },
      { outcome: 'denied' },
      { outcome: 'allowed' },
      { actorId: ada.id, type: 'room.created' },
      { roomId: room.id, actorId: ada.id },
      { roomId: room.id, outcome: 'denied' },
      { roomId: room.id, type: 'member.added', actorId: ada.id },
      { actorId: viewer.id, outcome: 'denied', roomId: room.id },
      { type: 'access.denied', outcome: 'denied' },
      { type: 'access.denied', outcome: 'allowed' },
      { actorId: crypto.randomUUID() },
    ];
    for (const filter of filters) {
      const expected = everything.filter(
        (event) =>
          (filter.roomId === undefined || event.target.roomId === filter.roomId) &&
          (filter.actorId === undefined || (event.actor.type !== 'system' && event.actor.id === filter.actorId)) &&
          (filter.type === undefined || event.type === filter.type) &&
          (filter.outcome === undefined || event.outcome === filter.outcome),
      );
      const found = await of(filter);
      const idsOf = (events: readonly AuditEvent[]) => new Set(events.map((event) => event.id));
      expect([filter, idsOf(found.items), found.total]).toEqual([filter, idsOf(expected), expected.length]);
    }
  });

  test('is filtered by time, including `from` and excluding `to`', async () => {
    const everything = await exported(officer);
    const moments = [...new Set(everything.map((event) => event.occurredAt))].sort((a, b) => a - b);
    const [, second = 0, third = 0] = moments;
    const found = (await list(officer, { from: second, to: third })).items;
    expect(new Set(found.map((event) => event.occurredAt))).toEqual(new Set([second]));
    expect(found).toHaveLength(everything.filter((event) => event.occurredAt === second).length);
  });

  test('comes in pages that neither repeat nor skip while events come in, and takes no cursor of another filter', async () => {
    const everything = await exported(officer);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(officer, { page: cursor === null ? { perPage: 7 } : { perPage: 7, cursor } });
      seen.push(...page.items.map((event) => event.id));
      world.clock.advance(SECOND);
      await codeOf(viewer.ask(world.app.rooms.archive, { roomId: room.id }));
      cursor = page.meta.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(everything.map((event) => event.id));
    const first = await list(officer, { page: { perPage: 1 } });
    const page = { cursor: String(first.meta.nextCursor) };
    expect(await codeOf(list(officer, { page, outcome: 'denied' }))).toBe('INVALID_CURSOR');
    expect(await codeOf(list(auditor, { page }))).toBe('INVALID_CURSOR');
  });

  test('is exported whole, as it would be listed', async () => {
    for (const filter of [{}, { outcome: 'denied' as const }, { roomId: room.id }]) {
      const events = await exported(auditor, filter);
      expect(events.slice(0, 100)).toEqual((await list(auditor, filter)).items);
    }
  });

  test('is exported whole also beyond what is fetched at a time', async () => {
    const own = await openWorld();
    for (let n = 0; n < 600; n++) {
      await own.owner.ask(own.app.rooms.get, { roomId: crypto.randomUUID() }).catch(() => undefined);
    }
    const ctx = await own.owner.enter();
    let count = 0;
    for await (const event of await own.app.audit.export(ctx, {})) count += event.type === 'access.denied' ? 1 : 0;
    expect(count).toBe(600);
  });

  test('is read without recording an event', async () => {
    expect(await recordedBy(world, () => list(officer))).toEqual([]);
  });
});

describe('the audit log is refused to', () => {
  test('callers who have none of these roles and name no room, and records the refusal', async () => {
    for (const by of [ada, await aPerson(world, 'domain_admin'), await aPerson(world, 'department_admin')])
      for (const work of [() => list(by), () => exported(by)])
        expect((await refusal(world, work))[0]).toBe('INSUFFICIENT_ROLE');
  });

  test('members who do not own the room, for their room role', async () => {
    expect(await refusal(world, () => list(viewer, { roomId: room.id }))).toEqual([
      'INSUFFICIENT_ROOM_ROLE',
      'room-role:owner',
    ]);
  });

  test('a domain admin who oversees the room', async () => {
    const admin = await aPerson(world, 'domain_admin');
    expect((await refusal(world, () => list(admin, { roomId: room.id })))[0]).toBe('INSUFFICIENT_ROLE');
  });

  test('strangers and callers without the clearance, as if there were no room', async () => {
    const stranger = await aPerson(world);
    expect(await refusal(world, () => list(stranger, { roomId: room.id }))).toEqual(['ROOM_NOT_FOUND', 'overseer']);
    expect(await refusal(world, () => list(auditor, { roomId: secretRoom.id }))).toEqual([
      'ROOM_NOT_FOUND',
      'cleared-for-room',
    ]);
    expect(await codeOf(list(auditor, { roomId: crypto.randomUUID() }))).toBe('ROOM_NOT_FOUND');
  });

  test('a token without the scope read:audit', async () => {
    const limited = await limitedTo(world, officer, 'read:rooms');
    expect(await refusal(world, () => list(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:read:audit']);
  });
});
