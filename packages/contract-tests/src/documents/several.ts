import { expect } from '@jest/globals';
import { type DocumentStore, VersionConflict } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import {
  aDocument,
  COLLECTION,
  type DocumentStoreHarness,
  idsWithKeys,
  insert,
  insertAll,
  nextVersion,
  numbersBelow,
  OTHER_COLLECTION,
  readById,
  remove,
  replace,
} from './builders.ts';

/** Increments the counter `id` and retries on VersionConflict. */
const increment = async (store: DocumentStore, id: string): Promise<void> => {
  for (const _ of numbersBelow(1000)) {
    const counter = await readById(store, id);
    if (counter === undefined || typeof counter.body !== 'number') throw new Error('the counter is gone');
    try {
      return await store.commit([replace(nextVersion(counter, { body: counter.body + 1 }))]);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
  }
  throw new Error('another commit was always faster');
};

export const concurrentCommitPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-13',
    title: 'resolves exactly one of many concurrent commits that replace the same version',
    run: async ({ store }) => {
      const [a] = await insertAll(store, aDocument('a'));
      const outcomes = await Promise.allSettled(
        numbersBelow(25).map((n) => store.commit([replace(nextVersion(a, { body: n }))])),
      );
      const won = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      expect(won).toHaveLength(1);
      for (const reason of lost)
        expect(reason).toMatchObject({ constructor: VersionConflict, collection: COLLECTION, id: 'a' });
      expect(await readById(store, 'a')).toEqual(nextVersion(a, { body: won[0] ?? null }));
    },
  },
  {
    id: 'DS-13',
    title: 'counts every concurrent increment of a counter exactly once',
    run: async ({ store }) => {
      await insertAll(store, aDocument('counter', { body: 0 }));
      await Promise.all(
        numbersBelow(8).map(async () => {
          for (const _ of numbersBelow(10)) await increment(store, 'counter');
        }),
      );
      expect(await readById(store, 'counter')).toMatchObject({ version: 81, body: 80 });
    },
  },
  {
    id: 'DS-23',
    title: 'commits several changes in one and in several collections',
    run: async ({ store }) => {
      const [a, b] = await insertAll(store, aDocument('a', { keys: ['k'] }), aDocument('b', { keys: ['k'] }));
      const after = nextVersion(a, { body: 'after' });
      await store.commit([
        replace(after),
        remove(b),
        insert(aDocument('c', { keys: ['k'] })),
        insert(aDocument('c'), OTHER_COLLECTION),
        insert(aDocument('a'), OTHER_COLLECTION),
      ]);
      expect([await readById(store, 'a'), await readById(store, 'b'), await idsWithKeys(store, 'k')]).toEqual([
        after,
        undefined,
        ['a', 'c'],
      ]);
      expect([await readById(store, 'c', OTHER_COLLECTION), await readById(store, 'a', OTHER_COLLECTION)]).toEqual([
        aDocument('c'),
        aDocument('a'),
      ]);
    },
  },
  {
    id: 'DS-23',
    title: 'throws TypeError and changes nothing for two changes of one document in a commit',
    run: async ({ store }) => {
      const [a] = await insertAll(store, aDocument('a'));
      const other = insert(aDocument('b'));
      for (const twice of [
        [replace(nextVersion(a)), replace(nextVersion(nextVersion(a)))],
        [replace(nextVersion(a)), remove(nextVersion(a))],
        [remove(a), insert(aDocument('a', { body: 'again' }))],
        [insert(aDocument('n')), remove(aDocument('n'))],
        [insert(aDocument('n')), insert(aDocument('n'))],
      ]) {
        await expect(store.commit([other, ...twice])).rejects.toThrow(TypeError);
      }
      expect([await readById(store, 'a'), await readById(store, 'b'), await readById(store, 'n')]).toEqual([
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
      const [a] = await insertAll(store, aDocument('a', { keys: ['k'] }));
      await expect(store.commit([])).resolves.toBeUndefined();
      expect([await readById(store, 'a'), await idsWithKeys(store, 'k')]).toEqual([a, ['a']]);
    },
  },
];
