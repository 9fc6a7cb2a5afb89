import { expect } from '@jest/globals';
import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { Promised } from '../base/promise.ts';
import { insert, replace, thing, upTo } from '../documents/builders.ts';
import { type AuditLogHarness, allOf, event, idsOfAll, recorded, userActor, uuid } from './builders.ts';

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

export const commits: readonly Promised<AuditLogHarness>[] = [
  {
    id: 'AL-01',
    title: 'holds the events of a commit, each once, in their order, in every process',
    run: async ({ store, sibling }) => {
      const events = [event(), event(), event()];
      await store.commit([insert(thing('a'))], events);
      const newestFirst = events.map(({ id }) => id).toReversed();
      expect(await idsOfAll(store)).toEqual(newestFirst);
      expect(await idsOfAll(sibling)).toEqual(newestFirst);
      expect((await store.read([{ collection: 'things', id: 'a' }]))[0]?.id).toBe('a');
    },
  },
  {
    id: 'AL-01',
    title: 'holds an event of a commit without changes',
    run: async ({ store, sibling }) => {
      const only = event();
      await store.commit([], [only]);
      expect([await idsOfAll(sibling), await idsOfAll(store)]).toEqual([[only.id], [only.id]]);
    },
  },
  {
    id: 'AL-02',
    title: 'adds no event of a commit that conflicts, and numbers the next without a gap',
    run: async ({ store }) => {
      await store.commit([insert(thing('a'))], [event()]);
      const conflicts = [
        store.commit([insert(thing('a'))], [event()]),
        store.commit([replace(thing('missing', { version: 7 }))], [event(), event()]),
      ];
      expect(await Promise.all(conflicts.map(caught))).toEqual([expect.any(DuplicateKey), expect.any(VersionConflict)]);
      await store.commit([insert(thing('b'))], [event()]);
      expect((await allOf(store)).map(({ seq }) => seq)).toEqual([1, 0]);
    },
  },
  {
    id: 'AL-02',
    title: 'refuses an event that is in the log already, with its changes',
    run: async ({ store, sibling }) => {
      const once = event();
      await store.commit([], [once]);
      expect(await idsOfAll(sibling)).toEqual([once.id]);
      for (const again of [store, sibling]) {
        const error = await caught(again.commit([insert(thing('a'))], [event(), once]));
        expect(error).toBeInstanceOf(DuplicateKey);
        expect(error).toMatchObject({ key: `id:${once.id}` });
      }
      expect(await store.read([{ collection: 'things', id: 'a' }])).toEqual([undefined]);
      expect(await idsOfAll(store)).toEqual([once.id]);
    },
  },
  {
    id: 'AL-04',
    title: 'numbers the events of concurrent commits of two processes without gap or repetition',
    run: async ({ store, sibling }) => {
      const events = upTo(120).map(() => event());
      await Promise.all(events.map((one, n) => (n % 2 === 0 ? store : sibling).commit([], [one])));
      const found = await allOf(store);
      expect(found.map(({ seq }) => seq)).toEqual(upTo(120).toReversed());
      expect(new Set(found.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)));
      expect(await allOf(sibling)).toEqual(found);
    },
  },
  {
    id: 'AL-04',
    title: 'numbers an event higher than those of commits that resolved before',
    run: async ({ store, sibling }) => {
      const rounds = upTo(12).map(() => [event(), event(), event()]);
      for (const [n, round] of rounds.entries())
        await Promise.all(round.map((one, at) => ((n + at) % 2 === 0 ? store : sibling).commit([], [one])));
      const seqs = new Map((await allOf(store)).map(({ id, seq }) => [id, seq]));
      const reached = rounds.map((round) => round.map(({ id }) => seqs.get(id) ?? -1).toSorted((a, b) => a - b));
      expect(reached).toEqual(upTo(12).map((n) => [3 * n, 3 * n + 1, 3 * n + 2]));
    },
  },
  {
    id: 'AL-05',
    title: 'refuses an event that has no canonical form, and stores nothing',
    run: async ({ store }) => {
      const refusedEvents = [
        event({ data: { text: '\ud800' } }),
        event({ data: { '\udc00': 1 } }),
        event({ data: { half: 0.5 } }),
        event({ data: { large: 2 ** 53 } }),
        event({ data: { no: Number.NaN } }),
      ];
      for (const one of refusedEvents)
        await expect(store.commit([insert(thing('a'))], [event(), one])).rejects.toThrow(TypeError);
      expect(await store.read([{ collection: 'things', id: 'a' }])).toEqual([undefined]);
      expect(await allOf(store)).toEqual([]);
    },
  },
  {
    id: 'AL-05',
    title: 'refuses an event of more than 16 384 bytes, counted in UTF-8',
    run: async ({ store }) => {
      const holding = (text: string) => event({ actor: userActor(), data: { text } });
      await expect(store.commit([], [holding('x'.repeat(16_384))])).rejects.toThrow(TypeError);
      await expect(store.commit([], [holding('€'.repeat(5400))])).rejects.toThrow(TypeError);
      const [long, wide] = [holding('x'.repeat(15_500)), holding('€'.repeat(5150))];
      await recorded(store, [long, wide]);
      expect((await allOf(store)).map(({ data }) => data)).toEqual([wide.data, long.data]);
    },
  },
  {
    id: 'AL-12',
    title: 'tells which ids are in the log',
    run: async ({ store, sibling }) => {
      const events = [event(), event()];
      await store.commit([], events);
      const [a, b] = events.map(({ id }) => id);
      if (a === undefined || b === undefined) throw new Error('two events were made');
      expect(await sibling.audit.holding([uuid(), b, uuid()])).toEqual([b]);
      expect(new Set(await store.audit.holding([a, b]))).toEqual(new Set([a, b]));
      expect(await store.audit.holding([])).toEqual([]);
    },
  },
  {
    id: 'AL-18',
    title: 'finds the number of an event by its id, also once it is erased',
    run: async ({ store, sibling, reopen }) => {
      const events = [event(), event(), event()];
      await store.commit([], events);
      const numbers = async ({ audit }: typeof store) => Promise.all(events.map(({ id }) => audit.seqOf(id)));
      expect(await numbers(sibling)).toEqual([0, 1, 2]);
      await store.audit.erase([1], 'event');
      expect([await numbers(store), await numbers(sibling), await store.audit.seqOf(uuid())]).toEqual([
        [0, 1, 2],
        [0, 1, 2],
        undefined,
      ]);
      expect(await numbers(await reopen())).toEqual([0, 1, 2]);
    },
  },
];
