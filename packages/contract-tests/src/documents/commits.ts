import { expect } from '@jest/globals';
import { type DocumentStore, DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { isRefused } from '../base/refused.ts';
import {
  aDocument,
  COLLECTION,
  type DocumentStoreHarness,
  idsWithKeys,
  insert,
  insertAll,
  nextVersion,
  OTHER_COLLECTION,
  readById,
  readByUniqueKey,
  remove,
  replace,
} from './builders.ts';

const conflictOn = (id: string, collection = COLLECTION) => ({ constructor: VersionConflict, collection, id });
const duplicate = (key: string, collection = COLLECTION) => ({ constructor: DuplicateKey, collection, key });

/** Checks by ids, the key `k` and counts that the store holds exactly `documents`. */
const onlyThere = async (store: DocumentStore, ...ids: readonly string[]): Promise<void> => {
  expect(await idsWithKeys(store, 'k')).toEqual(ids);
  expect(await store.count(COLLECTION, { anyOf: ['k'] })).toBe(ids.length);
};

export const commitPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-07',
    title: 'applies no change of a commit whose last change is refused',
    run: async ({ store }) => {
      const [a, b] = await insertAll(
        store,
        aDocument('a', { keys: ['k'], uniqueKeys: ['u'] }),
        aDocument('b', { keys: ['k'] }),
      );
      const good = [
        replace(nextVersion(a, { keys: ['k', 'moved'], uniqueKeys: ['new'] })),
        remove(b),
        insert(aDocument('c', { keys: ['k'], uniqueKeys: ['u'] })),
        insert(aDocument('d', { uniqueKeys: ['d'] }), OTHER_COLLECTION),
      ];
      for (const bad of [
        insert(aDocument('e', { uniqueKeys: ['new'] })),
        remove(aDocument('f')),
        replace(aDocument('g', { version: 2 })),
        insert(aDocument('d', { uniqueKeys: ['d'] }), OTHER_COLLECTION),
      ]) {
        expect(await isRefused(store.commit([...good, bad]))).toBe(true);
        expect(await isRefused(store.commit([bad, ...good]))).toBe(true);
      }
      await onlyThere(store, 'a', 'b');
      expect([await readById(store, 'a'), await readById(store, 'b'), await readByUniqueKey(store, 'u')]).toEqual([
        a,
        b,
        a,
      ]);
      expect([await idsWithKeys(store, 'moved'), await readByUniqueKey(store, 'new')]).toEqual([[], undefined]);
      expect([
        await readById(store, 'd', OTHER_COLLECTION),
        await readByUniqueKey(store, 'd', OTHER_COLLECTION),
      ]).toEqual([undefined, undefined]);
      await store.commit(good);
      await onlyThere(store, 'a', 'c');
    },
  },
  {
    id: 'DS-07',
    title: 'applies the other commits of several concurrent ones when one is refused',
    run: async ({ store }) => {
      await insertAll(store, aDocument('taken'));
      const outcomes = await Promise.allSettled([
        store.commit([insert(aDocument('a', { keys: ['k'] }))]),
        store.commit([insert(aDocument('b', { keys: ['k'], uniqueKeys: ['ub'] })), insert(aDocument('taken'))]),
        store.commit([insert(aDocument('c', { keys: ['k'] }))]),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      await onlyThere(store, 'a', 'c');
      expect([await readById(store, 'b'), await readByUniqueKey(store, 'ub')]).toEqual([undefined, undefined]);
    },
  },
  {
    id: 'DS-08',
    title: 'throws DuplicateKey with the key id:<id> when an existing id is inserted',
    run: async ({ store }) => {
      const [a] = await insertAll(store, aDocument('a', { keys: ['k'] }));
      await expect(store.commit([insert(aDocument('a', { body: 'other' }))])).rejects.toMatchObject(duplicate('id:a'));
      expect(await readById(store, 'a')).toEqual(a);
      await onlyThere(store, 'a');
    },
  },
  {
    id: 'DS-09',
    title: 'throws VersionConflict and changes nothing for a replace of an older or a later version',
    run: async ({ store }) => {
      const [first] = await insertAll(store, aDocument('a', { keys: ['k'], uniqueKeys: ['u'] }));
      const second = nextVersion(first, { body: 'second' });
      await store.commit([replace(second)]);
      for (const version of [1, 2, 4, 5]) {
        const late = { ...second, version, body: 'late', keys: ['late'], uniqueKeys: ['late'] };
        await expect(store.commit([replace(late)])).rejects.toMatchObject(conflictOn('a'));
      }
      expect([await readById(store, 'a'), await readByUniqueKey(store, 'late')]).toEqual([second, undefined]);
      expect(await idsWithKeys(store, 'late')).toEqual([]);
      await onlyThere(store, 'a');
    },
  },
  {
    id: 'DS-09',
    title: 'throws VersionConflict and creates nothing for a replace of an absent document',
    run: async ({ store }) => {
      await store.commit([insert(aDocument('a'), OTHER_COLLECTION)]);
      for (const version of [1, 2]) {
        const nowhere = aDocument('a', { version, keys: ['k'], uniqueKeys: ['u'] });
        await expect(store.commit([replace(nowhere)])).rejects.toMatchObject(conflictOn('a'));
      }
      expect([await readById(store, 'a'), await readByUniqueKey(store, 'u')]).toEqual([undefined, undefined]);
      await onlyThere(store);
    },
  },
  {
    id: 'DS-10',
    title: 'throws VersionConflict and changes nothing for a remove of another version or of an absent document',
    run: async ({ store }) => {
      const [first] = await insertAll(store, aDocument('a', { keys: ['k'], uniqueKeys: ['u'] }));
      const second = nextVersion(first);
      await store.commit([replace(second)]);
      await expect(store.commit([remove(first)])).rejects.toMatchObject(conflictOn('a'));
      await expect(store.commit([remove({ id: 'a', version: 3 })])).rejects.toMatchObject(conflictOn('a'));
      await expect(store.commit([remove({ id: 'b', version: 1 })])).rejects.toMatchObject(conflictOn('b'));
      expect([await readById(store, 'a'), await readByUniqueKey(store, 'u')]).toEqual([second, second]);
      await onlyThere(store, 'a');
    },
  },
  {
    id: 'DS-10',
    title: 'removes a document from every list and frees its id and keys',
    run: async ({ store }) => {
      const [a] = await insertAll(store, aDocument('a', { keys: ['k', 'l'], uniqueKeys: ['u'] }));
      await store.commit([remove(a)]);
      expect([await readById(store, 'a'), await readByUniqueKey(store, 'u')]).toEqual([undefined, undefined]);
      expect(await idsWithKeys(store, 'k', 'l')).toEqual([]);
      await onlyThere(store);
      const again = aDocument('a', { keys: ['l'], body: 'again' });
      await insertAll(store, again, aDocument('b', { uniqueKeys: ['u'] }));
      expect([await readById(store, 'a'), (await readByUniqueKey(store, 'u'))?.id]).toEqual([again, 'b']);
      expect(await idsWithKeys(store, 'k', 'l')).toEqual(['a']);
    },
  },
];
