import { beforeEach, describe, expect, test } from '@jest/globals';
import { type LiveRoom, SECOND } from '@strongroom/domain';
import type { EventSeen } from '../../src/index.ts';
import { aMember, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let room: LiveRoom;
beforeEach(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C4' });
  room = await aRoom(world, ada);
});

type Part = Readonly<{ position?: number; wait?: number; roomId?: string }>;

const follow = (by: Person, { position = 0, wait = 0, roomId }: Part = {}): Promise<readonly EventSeen[]> =>
  by.ask(async (ctx) => {
    const events: EventSeen[] = [];
    for await (const event of await world.app.audit.follow(ctx, { position, wait, roomId: roomId as never }))
      events.push(event);
    return events;
  });
const size = async (): Promise<number> => (await world.ports.documents.audit.head()).size;
const edits = async (target: LiveRoom, count: number): Promise<void> => {
  for (let edit = 0; edit < count; edit++)
    await ada.ask(world.app.rooms.edit, { roomId: target.id, name: `R ${edit}` });
};

describe('following the log', () => {
  test('returns the whole log oldest first, page after page', async () => {
    await edits(room, 1200);
    const found: EventSeen[] = [];
    for (;;) {
      const page = await follow(world.owner, { position: (found.at(-1)?.seq ?? -1) + 1 });
      if (page.length === 0) break;
      expect(page.length).toBeLessThanOrEqual(500);
      found.push(...page);
    }
    expect(found.map(({ seq }) => seq)).toEqual(Array.from({ length: await size() }, (_, seq) => seq));
  });

  test('finds rare events of a long log, first ones first', async () => {
    const other = await aRoom(world, ada, 'C4');
    await edits(room, 1500);
    await edits(other, 700);
    await edits(room, 600);
    await edits(other, 1);
    const found: EventSeen[] = [];
    for (;;) {
      const page = await follow(ada, { position: (found.at(-1)?.seq ?? -1) + 1, roomId: other.id });
      if (page.length === 0) break;
      found.push(...page);
    }
    expect(found.map(({ type }) => type)).toEqual([
      'room.created',
      ...Array.from({ length: 701 }, () => 'room.edited'),
    ]);
    expect(found.map(({ seq }) => seq)).toEqual(found.map(({ seq }) => seq).toSorted((a, b) => a - b));
  });

  test('shows each reader what they may see', async () => {
    await aRoom(world, ada, 'C4');
    const auditor = await aPerson(world, 'auditor');
    const [all, some] = [await follow(world.owner), await follow(auditor)];
    expect(some).toEqual(all.filter(({ target }) => target.label !== 'C4').slice(0, some.length));
    expect(some.length).toBeLessThan(all.length);
    const viewer = await aMember(world, room, 'viewer', ada);
    expect(await codeOf(follow(viewer))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(follow(viewer, { roomId: room.id }))).toBe('INSUFFICIENT_ROOM_ROLE');
  });

  test('refuses a position beyond the end, and takes the end', async () => {
    const end = await size();
    expect(await follow(world.owner, { position: end })).toEqual([]);
    expect(await codeOf(follow(world.owner, { position: end + 1 }))).toBe('INVALID_CURSOR');
  });

  test('waits for an event, and ends without one', async () => {
    const position = await size();
    const [waits, begun] = [follow(world.owner, { position, wait: 5 }), world.clock.paused()];
    await begun;
    await edits(room, 1);
    world.clock.advance(SECOND);
    expect(await waits).toMatchObject([{ seq: position, type: 'room.edited' }]);
    const vain = follow(world.owner, { position: position + 1, wait: 1 });
    for (let poll = 0; poll < 2; poll++) {
      await world.clock.paused();
      world.clock.advance(SECOND);
    }
    expect(await vain).toEqual([]);
  });

  test('lets one user wait with 8 requests, and leaves places for others', async () => {
    const auditor = await aPerson(world, 'auditor');
    const waits: Promise<readonly EventSeen[]>[] = [];
    const begin = async (by: Person): Promise<void> => {
      const begun = world.clock.paused();
      waits.push(follow(by, { position: await size(), wait: 5 }));
      await begun;
    };
    for (let count = 0; count < 8; count++) await begin(world.owner);
    // Answered at once, as the clock does not move.
    expect(await follow(world.owner, { position: await size(), wait: 5 })).toEqual([]);
    await begin(auditor);
    await edits(room, 1);
    world.clock.advance(SECOND);
    for (const events of await Promise.all(waits)) expect(events).toMatchObject([{ type: 'room.edited' }]);
    // The places are free again.
    await begin(world.owner);
    world.clock.advance(10 * SECOND);
  });

  test('refuses a reader who lost the right while they waited', async () => {
    const auditor = await aPerson(world, 'auditor');
    const waits = codeOf(follow(auditor, { position: await size(), wait: 5 }));
    await world.clock.paused();
    await world.owner.ask(world.app.users.changeRole, { userId: auditor.id, role: 'member' });
    world.clock.advance(SECOND);
    expect(await waits).toBe('INSUFFICIENT_ROLE');
  });
});
