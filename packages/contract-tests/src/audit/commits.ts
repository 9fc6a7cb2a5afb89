import { expect } from '@jest/globals';
import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { aDocument, insert, numbersBelow, replace } from '../documents/builders.ts';
import {
  type AuditLogHarness,
  anEvent,
  listEventIds,
  listEvents,
  randomId,
  recordEvents,
  userActor,
} from './builders.ts';

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

export const auditCommitPromises: readonly PromiseTest<AuditLogHarness>[] = [
  {
    id: 'AL-01',
    title: 'holds the events of a commit, each once, in their order, in every process',
    run: async ({ store, sibling }) => {
      const events = [anEvent(), anEvent(), anEvent()];
      await store.commit([insert(aDocument('a'))], events);
      const newestFirst = events.map(({ id }) => id).toReversed();
      expect(await listEventIds(store)).toEqual(newestFirst);
      expect(await listEventIds(sibling)).toEqual(newestFirst);
      expect((await store.read([{ collection: 'things', id: 'a' }]))[0]?.id).toBe('a');
    },
  },
  {
    id: 'AL-01',
    title: 'holds an event of a commit without changes',
    run: async ({ store, sibling }) => {
      const only = anEvent();
      await store.commit([], [only]);
      expect([await listEventIds(sibling), await listEventIds(store)]).toEqual([[only.id], [only.id]]);
    },
  },
  {
    id: 'AL-02',
    title: 'adds no event of a commit that conflicts, and numbers the next without a gap',
    run: async ({ store }) => {
      await store.commit([insert(aDocument('a'))], [anEvent()]);
      const conflicts = [
        store.commit([insert(aDocument('a'))], [anEvent()]),
        store.commit([replace(aDocument('missing', { version: 7 }))], [anEvent(), anEvent()]),
      ];
      expect(await Promise.all(conflicts.map(caught))).toEqual([expect.any(DuplicateKey), expect.any(VersionConflict)]);
      await store.commit([insert(aDocument('b'))], [anEvent()]);
      expect((await listEvents(store)).map(({ seq }) => seq)).toEqual([1, 0]);
    },
  },
  {
    id: 'AL-02',
    title: 'refuses an event that is in the log already, with its changes',
    run: async ({ store, sibling }) => {
      const once = anEvent();
      await store.commit([], [once]);
      expect(await listEventIds(sibling)).toEqual([once.id]);
      for (const again of [store, sibling]) {
        const error = await caught(again.commit([insert(aDocument('a'))], [anEvent(), once]));
        expect(error).toBeInstanceOf(DuplicateKey);
        expect(error).toMatchObject({ key: `id:${once.id}` });
      }
      expect(await store.read([{ collection: 'things', id: 'a' }])).toEqual([undefined]);
      expect(await listEventIds(store)).toEqual([once.id]);
    },
  },
  {
    id: 'AL-04',
    title: 'numbers the events of concurrent commits of two processes without gap or repetition',
    run: async ({ store, sibling }) => {
      const events = numbersBelow(120).map(() => anEvent());
      await Promise.all(events.map((one, n) => (n % 2 === 0 ? store : sibling).commit([], [one])));
      const found = await listEvents(store);
      expect(found.map(({ seq }) => seq)).toEqual(numbersBelow(120).toReversed());
      expect(new Set(found.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)));
      expect(await listEvents(sibling)).toEqual(found);
    },
  },
  {
    id: 'AL-04',
    title: 'numbers an event higher than those of commits that resolved before',
    run: async ({ store, sibling }) => {
      const rounds = numbersBelow(12).map(() => [anEvent(), anEvent(), anEvent()]);
      for (const [n, round] of rounds.entries())
        await Promise.all(round.map((one, at) => ((n + at) % 2 === 0 ? store : sibling).commit([], [one])));
      const seqs = new Map((await listEvents(store)).map(({ id, seq }) => [id, seq]));
      const reached = rounds.map((round) => round.map(({ id }) => seqs.get(id) ?? -1).toSorted((a, b) => a - b));
      expect(reached).toEqual(numbersBelow(12).map((n) => [3 * n, 3 * n + 1, 3 * n + 2]));
    },
  },
  {
    id: 'AL-05',
    title: 'refuses an event that has no canonical form, and stores nothing',
    run: async ({ store }) => {
      const refusedEvents = [
        anEvent({ data: { text: '\ud800' } }),
        anEvent({ data: { '\udc00': 1 } }),
        anEvent({ data: { half: 0.5 } }),
        anEvent({ data: { large: 2 ** 53 } }),
        anEvent({ data: { no: Number.NaN } }),
      ];
      for (const one of refusedEvents)
        await expect(store.commit([insert(aDocument('a'))], [anEvent(), one])).rejects.toThrow(TypeError);
      expect(await store.read([{ collection: 'things', id: 'a' }])).toEqual([undefined]);
      expect(await listEvents(store)).toEqual([]);
    },
  },
  {
    id: 'AL-05',
    title: 'refuses an event of more than 16 384 bytes, counted in UTF-8',
    run: async ({ store }) => {
      const holding = (text: string) => anEvent({ actor: userActor(), data: { text } });
      await expect(store.commit([], [holding('x'.repeat(16_384))])).rejects.toThrow(TypeError);
      await expect(store.commit([], [holding('€'.repeat(5400))])).rejects.toThrow(TypeError);
      const [long, wide] = [holding('x'.repeat(15_500)), holding('€'.repeat(5150))];
      await recordEvents(store, [long, wide]);
      expect((await listEvents(store)).map(({ data }) => data)).toEqual([wide.data, long.data]);
    },
  },
  {
    id: 'AL-12',
    title: 'tells which ids are in the log',
    run: async ({ store, sibling }) => {
      const events = [anEvent(), anEvent()];
      await store.commit([], events);
      const [a, b] = events.map(({ id }) => id);
      if (a === undefined || b === undefined) throw new Error('two events were made');
      expect(await sibling.audit.holding([randomId(), b, randomId()])).toEqual([b]);
      expect(new Set(await store.audit.holding([a, b]))).toEqual(new Set([a, b]));
      expect(await store.audit.holding([])).toEqual([]);
    },
  },
  {
    id: 'AL-18',
    title: 'finds the number of an event by its id, also once it is erased',
    run: async ({ store, sibling, reopen }) => {
      const events = [anEvent(), anEvent(), anEvent()];
      await store.commit([], events);
      const numbers = async ({ audit }: typeof store) => Promise.all(events.map(({ id }) => audit.seqOf(id)));
      expect(await numbers(sibling)).toEqual([0, 1, 2]);
      await store.audit.erase([1], 'event');
      expect([await numbers(store), await numbers(sibling), await store.audit.seqOf(randomId())]).toEqual([
        [0, 1, 2],
        [0, 1, 2],
        undefined,
      ]);
      expect(await numbers(await reopen())).toEqual([0, 1, 2]);
    },
  },
];
