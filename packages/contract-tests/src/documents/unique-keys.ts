import { expect } from '@jest/globals';
import { DuplicateKey } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import {
  aDocument,
  COLLECTION,
  type DocumentStoreHarness,
  idsWithKeys,
  insert,
  insertAll,
  instantAt,
  nextVersion,
  numbersBelow,
  readById,
  readByUniqueKey,
  remove,
  replace,
} from './builders.ts';

const duplicate = (key: string) => ({ constructor: DuplicateKey, collection: COLLECTION, key });

export const uniqueKeyPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-11',
    title: 'throws DuplicateKey with the key when an insert or replace uses a unique key of another document',
    run: async ({ store }) => {
      const [, b] = await insertAll(
        store,
        aDocument('a', { uniqueKeys: ['u', 'v'] }),
        aDocument('b', { uniqueKeys: ['w'] }),
      );
      await expect(store.commit([insert(aDocument('c', { uniqueKeys: ['x', 'v'] }))])).rejects.toMatchObject(
        duplicate('v'),
      );
      await expect(store.commit([replace(nextVersion(b, { uniqueKeys: ['w', 'u'] }))])).rejects.toMatchObject(
        duplicate('u'),
      );
      expect([await readById(store, 'c'), await readById(store, 'b'), await readByUniqueKey(store, 'x')]).toEqual([
        undefined,
        b,
        undefined,
      ]);
    },
  },
  {
    id: 'DS-11',
    title: 'throws DuplicateKey when two documents of one commit have the same unique key',
    run: async ({ store }) => {
      const twins = [insert(aDocument('a', { uniqueKeys: ['u'] })), insert(aDocument('b', { uniqueKeys: ['u'] }))];
      await expect(store.commit(twins)).rejects.toMatchObject(duplicate('u'));
      expect([await readById(store, 'a'), await readById(store, 'b')]).toEqual([undefined, undefined]);
    },
  },
  {
    id: 'DS-11',
    title: 'resolves exactly one of many concurrent inserts with the same unique key',
    run: async ({ store }) => {
      const outcomes = await Promise.allSettled(
        numbersBelow(10).map((n) => store.commit([insert(aDocument(`n${n}`, { uniqueKeys: ['u'], keys: ['k'] }))])),
      );
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      expect(refused).toHaveLength(9);
      for (const reason of refused) expect(reason).toMatchObject(duplicate('u'));
      expect(await idsWithKeys(store, 'k')).toEqual([(await readByUniqueKey(store, 'u'))?.id]);
    },
  },
  {
    id: 'DS-12',
    title: 'replaces keys and unique keys and frees the old ones',
    run: async ({ store }) => {
      const [a] = await insertAll(store, aDocument('a', { keys: ['k', 'stays'], uniqueKeys: ['u', 'own'] }));
      const moved = nextVersion(a, { keys: ['stays', 'l'], uniqueKeys: ['own', 'v'], position: instantAt(2000) });
      await store.commit([replace(moved)]);
      expect([
        await readByUniqueKey(store, 'u'),
        await readByUniqueKey(store, 'v'),
        await readByUniqueKey(store, 'own'),
      ]).toEqual([undefined, moved, moved]);
      expect([await idsWithKeys(store, 'k'), await idsWithKeys(store, 'l'), await idsWithKeys(store, 'stays')]).toEqual(
        [[], ['a'], ['a']],
      );
      expect(await store.count(COLLECTION, { anyOf: ['k', 'l', 'stays'], until: instantAt(2000) })).toBe(0);
      await insertAll(store, aDocument('b', { uniqueKeys: ['u'] }));
      expect((await readByUniqueKey(store, 'u'))?.id).toBe('b');
    },
  },
  {
    id: 'DS-12',
    title: 'moves unique keys between documents of one commit, whatever the order of the changes',
    run: async ({ store }) => {
      let [a, b] = await insertAll(store, aDocument('a', { uniqueKeys: ['u'] }), aDocument('b', { uniqueKeys: ['v'] }));
      for (const order of ['forth', 'back']) {
        [a, b] = [nextVersion(a, { uniqueKeys: b.uniqueKeys }), nextVersion(b, { uniqueKeys: a.uniqueKeys })];
        const swap = [replace(a), replace(b)];
        await store.commit(order === 'forth' ? swap : swap.toReversed());
        expect([await readByUniqueKey(store, 'u'), await readByUniqueKey(store, 'v')]).toEqual(
          order === 'forth' ? [b, a] : [a, b],
        );
      }
      const heir = aDocument('c', { uniqueKeys: ['u'] });
      await store.commit([insert(heir), remove(a)]);
      expect([await readByUniqueKey(store, 'u'), await readById(store, 'a')]).toEqual([heir, undefined]);
      const second = aDocument('d', { uniqueKeys: ['u'] });
      await store.commit([replace(nextVersion(heir, { uniqueKeys: [] })), insert(second)]);
      expect(await readByUniqueKey(store, 'u')).toEqual(second);
    },
  },
];
