import { expect } from '@jest/globals';
import { type DocumentStore, VersionConflict } from '@strongroom/ports';
import type { Promised } from '../base/promise.ts';
import {
  byId,
  carrying,
  type DocumentStoreHarness,
  given,
  insert,
  next,
  OTHERS,
  remove,
  replace,
  THINGS,
  thing,
  upTo,
} from './builders.ts';

/** Increments the counter `id` and retries on VersionConflict. */
const increment = async (store: DocumentStore, id: string): Promise<void> => {
  for (const _ of upTo(1000)) {
    const counter = await byId(store, id);
    if (counter === undefined || typeof counter.body !== 'number') throw new Error('the counter is gone');
    try {
      return await store.commit([replace(next(counter, { body: counter.body + 1 }))]);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
  }
  throw new Error('another commit was always faster');
};

export const several: readonly Promised<DocumentStoreHarness>[] = [
  {
    id: 'DS-13',
    title: 'resolves exactly one of many concurrent commits that replace the same version',
    run: async ({ store }) => {
      const [a] = await given(store, thing('a'));
      const outcomes = await Promise.allSettled(upTo(25).map((n) => store.commit([replace(next(a, { body: n }))])));
      const won = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      expect(won).toHaveLength(1);
      for (const reason of lost)
        expect(reason).toMatchObject({ constructor: VersionConflict, collection: THINGS, id: 'a' });
      expect(await byId(store, 'a')).toEqual(next(a, { body: won[0] ?? null }));
    },
  },
  {
    id: 'DS-13',
    title: 'counts every concurrent increment of a counter exactly once',
    run: async ({ store }) => {
      await given(store, thing('counter', { body: 0 }));
      await Promise.all(
        upTo(8).map(async () => {
          for (const _ of upTo(10)) await increment(store, 'counter');
        }),
      );
      expect(await byId(store, 'counter')).toMatchObject({ version: 81, body: 80 });
    },
  },
  {
    id: 'DS-23',
    title: 'commits several changes in one and in several collections',
    run: async ({ store }) => {
      const [a, b] = await given(store, thing('a', { keys: ['k'] }), thing('b', { keys: ['k'] }));
      const after = next(a, { body: 'after' });
      await store.commit([
        replace(after),
        remove(b),
        insert(thing('c', { keys: ['k'] })),
        insert(thing('c'), OTHERS),
        insert(thing('a'), OTHERS),
      ]);
      expect([await byId(store, 'a'), await byId(store, 'b'), await carrying(store, 'k')]).toEqual([
        after,
        undefined,
        ['a', 'c'],
      ]);
      expect([await byId(store, 'c', OTHERS), await byId(store, 'a', OTHERS)]).toEqual([thing('c'), thing('a')]);
    },
  },
  {
    id: 'DS-23',
    title: 'throws TypeError and changes nothing for two changes of one document in a commit',
    run: async ({ store }) => {
      const [a] = await given(store, thing('a'));
      const other = insert(thing('b'));
      for (const twice of [
        [replace(next(a)), replace(next(next(a)))],
        [replace(next(a)), remove(next(a))],
        [remove(a), insert(thing('a', { body: 'again' }))],
        [insert(thing('n')), remove(thing('n'))],
        [insert(thing('n')), insert(thing('n'))],
      ]) {
        await expect(store.commit([other, ...twice])).rejects.toThrow(TypeError);
      }
      expect([await byId(store, 'a'), await byId(store, 'b'), await byId(store, 'n')]).toEqual([
        a,
        undefined,
        undefined,
      ]);
    },
  },
  {
    id: 'DS-24',
    title: 'resolves an empty commit without effect',
    run: async ({ store }) => {
      const [a] = await given(store, thing('a', { keys: ['k'] }));
      await expect(store.commit([])).resolves.toBeUndefined();
      expect([await byId(store, 'a'), await carrying(store, 'k')]).toEqual([a, ['a']]);
    },
  },
];
