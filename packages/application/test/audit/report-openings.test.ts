import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type AvailableFile,
  HOUR,
  type Label,
  type LiveRoom,
  type NewEvent,
  SECOND,
  TimeZone,
} from '@strongroom/domain';
import { aFile, aLink, aMember, aPerson, aRoom, redeem } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

type Filter = Parameters<World['app']['audit']['openings']>[1];

let world: World;
let ada: Person;
let ben: Person;
let auditor: Person;
let room: LiveRoom;
let report: AvailableFile;
let secret: AvailableFile;

const open = (by: Person, file: AvailableFile) => by.ask(world.app.files.getDownload, { fileId: file.id });
const openings = async (by: Person, filter: Filter = {}) => world.app.audit.openings(await by.enter(), filter);
const counts = async (by: Person, filter?: Filter) =>
  (await openings(by, filter)).map(({ actor, fileId, count }) => `${actor.type} ${actor.id} ${fileId} ${count}`);

beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C4' });
  auditor = await aPerson(world, 'auditor');
  room = await aRoom(world, ada);
  ben = await aMember(world, room, 'viewer', ada);
  report = await aFile(world, ada, room);
  secret = await aFile(world, ada, room, { classification: 'C4' });
  const other = await aFile(world, ada, await aRoom(world, ada));
  for (const file of [report, report, report]) {
    world.clock.advance(SECOND);
    await open(ben, file);
  }
  world.clock.advance(SECOND);
  await open(ada, secret);
  await open(ada, other);
});

describe('the report of openings', () => {
  test('counts by person and file, with the first and the last time, the latest first', async () => {
    const found = await openings(ada, { roomId: room.id });
    expect(found).toMatchObject([
      { actor: { type: 'user', id: ada.id }, fileId: secret.id, count: 1 },
      { actor: { type: 'user', id: ben.id }, fileId: report.id, count: 3 },
    ]);
    expect((found[1]?.lastAt ?? 0) - (found[1]?.firstAt ?? 0)).toBe(2 * SECOND);
  });

  test('has nothing above the clearance of its reader, and no row of it', async () => {
    expect(await counts(auditor, { roomId: room.id })).toEqual([`user ${ben.id} ${report.id} 3`]);
  });

  test('is bounded by time', async () => {
    const [, ofBen] = await openings(ada, { roomId: room.id });
    const from = ofBen?.lastAt;
    expect(await counts(ada, { roomId: room.id, from })).toEqual([
      `user ${ada.id} ${secret.id} 1`,
      `user ${ben.id} ${report.id} 1`,
    ]);
    expect(await counts(ada, { roomId: room.id, to: from })).toEqual([`user ${ben.id} ${report.id} 2`]);
  });

  test('counts by the days of a time zone too, where one is asked for', async () => {
    const days = await openWorld();
    // One hour before midnight by Greenwich, and at midnight in Berlin.
    days.clock.advance(Date.parse('2027-02-04T23:00:00Z') - days.clock.now());
    const reader = await aPerson(days, 'member');
    const file = await aFile(days, reader, await aRoom(days, reader));
    const opened = () => reader.ask(days.app.files.getDownload, { fileId: file.id });
    const daysIn = async (zone: string) =>
      (
        await days.app.audit.openings(await reader.enter(), { roomId: file.roomId, timeZone: TimeZone.parse(zone) })
      ).map((one) => [one.count, one.days]);
    await opened();
    days.clock.advance(HOUR - SECOND);
    await opened();
    days.clock.advance(SECOND);
    await opened();
    expect(await daysIn('UTC')).toEqual([
      [
        3,
        [
          { day: '2027-02-04', count: 2 },
          { day: '2027-02-05', count: 1 },
        ],
      ],
    ]);
    expect(await daysIn('Europe/Berlin')).toEqual([[3, [{ day: '2027-02-05', count: 3 }]]]);
    expect(await openings(ada, { roomId: room.id })).not.toContainEqual(
      expect.objectContaining({ days: expect.anything() }),
    );
  });

  test('names a link for those who held it', async () => {
    const { link, secret: held } = await aLink(world, ada, report);
    await redeem(world, held);
    expect(await counts(ada, { roomId: room.id })).toContain(`share ${link.id} ${report.id} 1`);
  });

  test('is for owners of a room and readers of the whole log', async () => {
    expect(await codeOf(openings(ben, { roomId: room.id }))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await codeOf(openings(ada))).toBe('INSUFFICIENT_ROLE');
    expect((await counts(auditor)).length).toBe(3);
  });

  test('is charged one document for ten events, and refused beyond the allowance of its reader', async () => {
    let taken = 0;
    const measured = await openWorld({
      around: (ports) => ({
        ...ports,
        limiter: Object.assign(Object.create(ports.limiter), {
          take: (...args: Parameters<typeof ports.limiter.take>) => {
            if (args[0].startsWith('reads:')) taken += 1;
            return ports.limiter.take(...args);
          },
        }),
      }),
    });
    const reader = await aPerson(measured, 'auditor');
    const file = await aFile(measured, measured.owner, await aRoom(measured, measured.owner));
    await measured.owner.ask(measured.app.files.getDownload, { fileId: file.id });
    const [sample] = await measured.ports.documents.audit.list(
      { labels: ['C2'] as Label[], type: 'file.downloaded' },
      { limit: 1 },
    );
    if (sample === undefined) throw new TypeError('there is no event');
    const { seq: _, ...event } = sample;
    const copies = Array.from({ length: 10_000 }, () => ({ ...event, id: crypto.randomUUID() }));
    for (let first = 0; first < copies.length; first += 500)
      await measured.ports.documents.commit([], copies.slice(first, first + 500) as unknown as NewEvent[]);
    const ask = async () => codeOf(measured.app.audit.openings(await reader.enter(), {}));
    expect([await ask(), taken]).toEqual(['done', 2]);
    const bucket = `reads:${reader.id}`;
    const now = measured.clock.now();
    for (let left = 200; left > 1; left--)
      await measured.ports.limiter.take(bucket, { limit: 200, milliseconds: 60_000 }, now);
    expect(await ask()).toBe('RATE_LIMIT_EXCEEDED');
    measured.clock.advance(60 * SECOND);
    expect(await ask()).toBe('done');
  });

  test('equals a count of the exported events', async () => {
    const counted: Record<string, number> = {};
    for await (const event of await world.app.audit.export(await auditor.enter(), {})) {
      const file = { 'file.downloaded': event.target.id, 'share.redeemed': event.data['file_id'] }[
        event.type as string
      ];
      if (typeof file !== 'string' || event.actor.type === 'system') continue;
      const line = `${event.actor.type} ${event.actor.id} ${file}`;
      counted[line] = (counted[line] ?? 0) + 1;
    }
    expect((await counts(auditor)).toSorted()).toEqual(
      Object.entries(counted)
        .map(([line, count]) => `${line} ${count}`)
        .toSorted(),
    );
  });
});
