import { expect } from '@jest/globals';
import type { EventType, Instant, NewEvent, RoomId, UserId } from '@strongroom/domain';
import type { AuditFilter, DocumentStore } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { numbersBelow } from '../documents/builders.ts';
import {
  ALL_EVENTS,
  type AuditLogHarness,
  anEvent,
  LABELS,
  listEventIds,
  listEvents,
  NO_LABEL,
  randomId,
  recordEvents,
  roomTarget,
  seededNumbers,
  userActor,
} from './builders.ts';

const START = 1_800_000_000_000;
const ROOMS = numbersBelow(3).map(() => randomId<RoomId>());
const USERS = numbersBelow(3).map(() => randomId<UserId>());
const TYPES: readonly EventType[] = ['file.downloaded', 'room.edited', 'access.denied'];

/** Events of all kinds, mostly in the order of their times. */
function manyEvents(count: number): readonly NewEvent[] {
  const roll = seededNumbers(7);
  return numbersBelow(count).map((n) => {
    const type = TYPES[roll(3)] ?? 'room.edited';
    const label = LABELS[roll(5)] ?? '';
    const user = USERS[roll(4)];
    return anEvent({
      type,
      outcome: type === 'access.denied' ? 'denied' : 'allowed',
      occurredAt: (START + n * 1000 - roll(20) * 500) as Instant,
      actor: user === undefined ? { type: 'system' } : userActor(user),
      target: label === '' ? NO_LABEL : roomTarget(ROOMS[roll(3)], label),
    });
  });
}

/** The ids that a filter selects, by a plain look at each event. */
const expected = (events: readonly NewEvent[], filter: AuditFilter): readonly string[] =>
  events
    .filter(
      ({ target, actor, type, outcome, occurredAt }) =>
        filter.labels.includes(target.label ?? '') &&
        (filter.roomId === undefined || target.roomId === filter.roomId) &&
        (filter.actorId === undefined || (actor.type !== 'system' && actor.id === filter.actorId)) &&
        (filter.type === undefined || type === filter.type) &&
        (filter.outcome === undefined || outcome === filter.outcome) &&
        occurredAt >= (filter.from ?? 0) &&
        occurredAt < (filter.until ?? Infinity),
    )
    .map(({ id }) => id)
    .toReversed();

const one = <T>(items: readonly T[], roll: (end: number) => number): T | undefined => items[roll(items.length + 2)];

function aFilter(roll: (end: number) => number, length: number): AuditFilter {
  const [roomId, actorId, type] = [one(ROOMS, roll), one(USERS, roll), one(TYPES, roll)];
  const outcome = one(['allowed', 'denied'] as const, roll);
  const times = roll(3);
  return {
    labels: LABELS.filter(() => roll(3) > 0),
    ...(roomId && { roomId }),
    ...(actorId && { actorId }),
    ...(type && { type }),
    ...(outcome && { outcome }),
    ...(times > 0 && { from: START + roll(length) * 1000 }),
    ...(times > 1 && { until: START + roll(length) * 1000 }),
  };
}

async function assertFilters(store: DocumentStore, events: readonly NewEvent[], seed: number): Promise<void> {
  const roll = seededNumbers(seed);
  for (const _ of numbersBelow(60)) {
    const filter = aFilter(roll, events.length);
    const ids = expected(events, filter);
    expect({ filter, ids: await listEventIds(store, filter) }).toEqual({ filter, ids });
    expect({ filter, count: await store.audit.count(filter, 10_000) }).toEqual({ filter, count: ids.length });
  }
}

export const auditListPromises: readonly PromiseTest<AuditLogHarness>[] = [
  {
    id: 'AL-06',
    title: 'selects by any combination of properties, newest first, and counts the same',
    run: async ({ store, blockSize }) => {
      const events = manyEvents(Math.floor(blockSize / 2));
      await store.commit([], events);
      await assertFilters(store, events, 1);
    },
  },
  {
    id: 'AL-07',
    title: 'includes from and excludes until, in whatever order the events came',
    run: async ({ store }) => {
      const at = (time: number) => anEvent({ occurredAt: time as Instant });
      const events = [at(5), at(3), at(9), at(4), at(7)];
      await recordEvents(store, events);
      const timesOf = async (bounds: Pick<AuditFilter, 'from' | 'until'>) =>
        (await listEvents(store, { ...ALL_EVENTS, ...bounds })).map(({ occurredAt }) => occurredAt as number);
      expect(await timesOf({ from: 4 })).toEqual([7, 4, 9, 5]);
      expect(await timesOf({ until: 5 })).toEqual([4, 3]);
      expect(await timesOf({ from: 4, until: 9 })).toEqual([7, 4, 5]);
      expect(await timesOf({ from: 10 })).toEqual([]);
      expect(await store.audit.count({ ...ALL_EVENTS, from: 4, until: 9 }, 100)).toBe(3);
    },
  },
  {
    id: 'AL-08',
    title: 'pages by seq and by offset, across blocks',
    run: async ({ store, blockSize }) => {
      const events = manyEvents(3 * blockSize + 5);
      await store.commit([], events);
      const filter = { labels: ['', 'C1', 'C3'] };
      const ids = expected(events, filter);
      const found: string[] = [];
      for (let before = Number.MAX_SAFE_INTEGER; ; ) {
        const page = await store.audit.list(filter, { limit: 7, before });
        found.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        if (last === undefined) break;
        expect(page.length <= 7 && last.seq < before).toBe(true);
        before = last.seq;
      }
      expect(found).toEqual(ids);
      for (const offset of [0, 1, blockSize, ids.length - 3, ids.length + 4])
        expect((await store.audit.list(filter, { limit: 9, offset })).map(({ id }) => id)).toEqual(
          ids.slice(offset, offset + 9),
        );
      const newest = await listEvents(store, filter);
      for (const since of [0, 3, blockSize, 2 * blockSize + 1, events.length - 2, events.length]) {
        const expectedSeqs = newest.map(({ seq }) => seq).filter((seq) => seq >= since);
        const seqsOf = async (page: Readonly<{ limit: number; offset?: number }>) =>
          (await store.audit.list(filter, { since, ...page })).map(({ seq }) => seq);
        expect(await seqsOf({ limit: events.length })).toEqual(expectedSeqs);
        expect(await seqsOf({ limit: 4, offset: 2 })).toEqual(expectedSeqs.slice(2, 6));
      }
      expect(await store.audit.list(filter, { limit: 0 })).toEqual([]);
    },
  },
  {
    id: 'AL-09',
    title: 'counts up to a bound',
    run: async ({ store, blockSize }) => {
      await store.commit(
        [],
        numbersBelow(2 * blockSize + 3).map(() => anEvent()),
      );
      const total = 2 * blockSize + 3;
      const counts = [0, 1, blockSize + 1, total, total + 1].map((atMost) => store.audit.count(ALL_EVENTS, atMost));
      expect(await Promise.all(counts)).toEqual([0, 1, blockSize + 1, total, total]);
    },
  },
  {
    id: 'AL-10',
    title: 'matches no event without a label to look for, and none of another label',
    run: async ({ store }) => {
      const [labelled, plain] = [anEvent({ target: roomTarget(randomId(), 'C1') }), anEvent({ target: NO_LABEL })];
      await recordEvents(store, [labelled, plain]);
      const found = async (labels: readonly string[]) => [
        await listEventIds(store, { labels }),
        await store.audit.count({ labels }, 10),
      ];
      expect(await found([])).toEqual([[], 0]);
      expect(await found([''])).toEqual([[plain.id], 1]);
      expect(await found(['C1'])).toEqual([[labelled.id], 1]);
      expect(await found(['C'])).toEqual([[], 0]);
    },
  },
  {
    id: 'AL-11',
    title: 'selects and counts the same across blocks, in every process and after a reopening',
    run: async ({ store, sibling, blockSize, reopen }) => {
      const events = manyEvents(5 * blockSize + Math.floor(blockSize / 3));
      for (let start = 0; start < events.length; start += 50)
        await (start % 100 === 0 ? store : sibling).commit([], events.slice(start, start + 50));
      await assertFilters(store, events, 2);
      await assertFilters(sibling, events, 3);
      await assertFilters(await reopen(), events, 4);
    },
  },
];
