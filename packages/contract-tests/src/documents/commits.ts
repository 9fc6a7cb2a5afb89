import { expect } from '@jest/globals';
import { type DocumentStore, DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { Promised } from '../base/promise.ts';
import { isRefused } from '../base/refused.ts';
import {
  byId,
  byUniqueKey,
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
} from './builders.ts';

const conflictOn = (id: string, collection = THINGS) => ({ constructor: VersionConflict, collection, id });
const duplicate = (key: string, collection = THINGS) => ({ constructor: DuplicateKey, collection, key });

/** Checks by ids, the key `k` and counts that the store holds exactly `documents`. */
const onlyThere = async (store: DocumentStore, ...ids: readonly string[]): Promise<void> => {
  expect(await carrying(store, 'k')).toEqual(ids);
  expect(await store.count(THINGS, { anyOf: ['k'] })).toBe(ids.length);
};

export const commits: readonly Promised<DocumentStoreHarness>[] = [
  {
    id: 'DS-07',
    title: 'applies no change of a commit whose last change is refused',
    run: async ({ store }) => {
      const [a, b] = await given(store, thing('a', { keys: ['k'], uniqueKeys: ['u'] }), thing('b', { keys: ['k'] }));
      const good = [
        replace(next(a, { keys: ['k', 'moved'], uniqueKeys: ['new'] })),
        remove(b),
        insert(thing('c', { keys: ['k'], uniqueKeys: ['u'] })),
        insert(thing('d', { uniqueKeys: ['d'] }), OTHERS),
      ];
      for (const bad of [
        insert(thing('e', { uniqueKeys: ['new'] })),
        remove(thing('f')),
        replace(thing('g', { version: 2 })),
        insert(thing('d', { uniqueKeys: ['d'] }), OTHERS),
      ]) {
        expect(await isRefused(store.commit([...good, bad]))).toBe(true);
        expect(await isRefused(store.commit([bad, ...good]))).toBe(true);
      }
      await onlyThere(store, 'a', 'b');
      expect([await byId(store, 'a'), await byId(store, 'b'), await byUniqueKey(store, 'u')]).toEqual([a, b, a]);
      expect([await carrying(store, 'moved'), await byUniqueKey(store, 'new')]).toEqual([[], undefined]);
      expect([await byId(store, 'd', OTHERS), await byUniqueKey(store, 'd', OTHERS)]).toEqual([undefined, undefined]);
      await store.commit(good);
      await onlyThere(store, 'a', 'c');
    },
  },
  {
    id: 'DS-07',
    title: 'applies the other commits of several concurrent ones when one is refused',
    run: async ({ store }) => {
      await given(store, thing('taken'));
      const outcomes = await Promise.allSettled([
        store.commit([insert(thing('a', { keys: ['k'] }))]),
        store.commit([insert(thing('b', { keys: ['k'], uniqueKeys: ['ub'] })), insert(thing('taken'))]),
        store.commit([insert(thing('c', { keys: ['k'] }))]),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      await onlyThere(store, 'a', 'c');
      expect([await byId(store, 'b'), await byUniqueKey(store, 'ub')]).toEqual([undefined, undefined]);
    },
  },
  {
    id: 'DS-08',
    title: 'throws DuplicateKey with the key id:<id> when an existing id is inserted',
    run: async ({ store }) => {
      const [a] = await given(store, thing('a', { keys: ['k'] }));
      await expect(store.commit([insert(thing('a', { body: 'other' }))])).rejects.toMatchObject(duplicate('id:a'));
      expect(await byId(store, 'a')).toEqual(a);
      await onlyThere(store, 'a');
    },
  },
  {
    id: 'DS-09',
    title: 'throws VersionConflict and changes nothing for a replace of an older or a later version',
    run: async ({ store }) => {
      const [first] = await given(store, thing('a', { keys: ['k'], uniqueKeys: ['u'] }));
      const second = next(first, { body: 'second' });
      await store.commit([replace(second)]);
      for (const version of [1, 2, 4, 5]) {
        const late = { ...second, version, body: 'late', keys: ['late'], uniqueKeys: ['late'] };
        await expect(store.commit([replace(late)])).rejects.toMatchObject(conflictOn('a'));
      }
      expect([await byId(store, 'a'), await byUniqueKey(store, 'late')]).toEqual([second, undefined]);
      expect(await carrying(store, 'late')).toEqual([]);
      await onlyThere(store, 'a');
    },
  },
  {
    id: 'DS-09',
    title: 'throws VersionConflict and creates nothing for a replace of an absent document',
    run: async ({ store }) => {
      await store.commit([insert(thing('a'), OTHERS)]);
      for (const version of [1, 2]) {
        const nowhere = thing('a', { version, keys: ['k'], uniqueKeys: ['u'] });
        await expect(store.commit([replace(nowhere)])).rejects.toMatchObject(conflictOn('a'));
      }
      expect([await byId(store, 'a'), await byUniqueKey(store, 'u')]).toEqual([undefined, undefined]);
      await onlyThere(store);
    },
  },
  {
    id: 'DS-10',
    title: 'throws VersionConflict and changes nothing for a remove of another version or of an absent document',
    run: async ({ store }) => {
      const [first] = await given(store, thing('a', { keys: ['k'], uniqueKeys: ['u'] }));
      const second = next(first);
      await store.commit([replace(second)]);
      await expect(store.commit([remove(first)])).rejects.toMatchObject(conflictOn('a'));
      await expect(store.commit([remove({ id: 'a', version: 3 })])).rejects.toMatchObject(conflictOn('a'));
      await expect(store.commit([remove({ id: 'b', version: 1 })])).rejects.toMatchObject(conflictOn('b'));
      expect([await byId(store, 'a'), await byUniqueKey(store, 'u')]).toEqual([second, second]);
      await onlyThere(store, 'a');
    },
  },
  {
    id: 'DS-10',
    title: 'removes a document from every list and frees its id and keys',
    run: async ({ store }) => {
      const [a] = await given(store, thing('a', { keys: ['k', 'l'], uniqueKeys: ['u'] }));
      await store.commit([remove(a)]);
      expect([await byId(store, 'a'), await byUniqueKey(store, 'u')]).toEqual([undefined, undefined]);
      expect(await carrying(store, 'k', 'l')).toEqual([]);
      await onlyThere(store);
      const again = thing('a', { keys: ['l'], body: 'again' });
      await given(store, again, thing('b', { uniqueKeys: ['u'] }));
      expect([await byId(store, 'a'), (await byUniqueKey(store, 'u'))?.id]).toEqual([again, 'b']);
      expect(await carrying(store, 'k', 'l')).toEqual(['a']);
    },
  },
];
