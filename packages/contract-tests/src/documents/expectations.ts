import { expect } from '@jest/globals';
import { type Change, type DocumentStore, type StoredDocument, VersionConflict } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import {
  aDocument,
  COLLECTION,
  type DocumentStoreHarness,
  expectation,
  idsWithKeys,
  insert,
  insertAll,
  nextVersion,
  numbersBelow,
  OTHER_COLLECTION,
  readById,
  readByUniqueKey,
  remove,
  replace,
} from './builders.ts';

const conflictOn = (id: string) => ({ constructor: VersionConflict, collection: COLLECTION, id });

/** Enough rounds to catch a store that checks and writes in two steps. */
const ROUNDS = 15;

/** Runs two concurrent commits, each changing the document that the other expects; every round with new documents. */
const crossing = async (store: DocumentStore, changing: (document: StoredDocument) => Change): Promise<void> => {
  for (const round of numbersBelow(ROUNDS)) {
    const [a, b] = await insertAll(store, aDocument(`a${round}`), aDocument(`b${round}`));
    const outcomes = await Promise.allSettled([
      store.commit([changing(a), expectation(b)]),
      store.commit([changing(b), expectation(a)]),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const loser = outcomes.findIndex(({ status }) => status === 'rejected');
    expect(outcomes[loser]).toMatchObject({ reason: { constructor: VersionConflict, collection: COLLECTION } });
    const untouched = loser === 0 ? a : b;
    expect(await readById(store, untouched.id)).toEqual(untouched);
  }
};

export const expectationPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-27',
    title: 'throws VersionConflict and changes nothing when an older or a later version is expected',
    run: async ({ store }) => {
      const [first, other] = await insertAll(
        store,
        aDocument('a'),
        aDocument('other', { keys: ['k'], uniqueKeys: ['u'] }),
      );
      await store.commit([replace(nextVersion(first))]);
      const rest = [replace(nextVersion(other, { keys: ['late'] })), insert(aDocument('new', { keys: ['k'] }))];
      for (const version of [1, 3]) {
        const wrong = expectation({ id: 'a', version });
        for (const changes of [[wrong], [wrong, ...rest], [...rest, wrong]])
          await expect(store.commit(changes)).rejects.toMatchObject(conflictOn('a'));
      }
      expect([await readById(store, 'other'), await idsWithKeys(store, 'k'), await idsWithKeys(store, 'late')]).toEqual(
        [other, ['other'], []],
      );
      await store.commit([expectation(nextVersion(first)), ...rest]);
      expect([await idsWithKeys(store, 'k'), await idsWithKeys(store, 'late')]).toEqual([['new'], ['other']]);
    },
  },
  {
    id: 'DS-27',
    title: 'throws VersionConflict and creates nothing when an absent or removed document is expected',
    run: async ({ store }) => {
      const [a] = await insertAll(store, aDocument('a'), aDocument('b'));
      await store.commit([insert(aDocument('never'), OTHER_COLLECTION), remove(a)]);
      for (const id of ['a', 'never'])
        await expect(store.commit([insert(aDocument('new')), expectation({ id, version: 1 })])).rejects.toMatchObject(
          conflictOn(id),
        );
      expect([await readById(store, 'a'), await readById(store, 'never'), await readById(store, 'new')]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    },
  },
  {
    id: 'DS-28',
    title: 'leaves an expected document unchanged, at the same version',
    run: async ({ store }) => {
      const [a] = await insertAll(store, aDocument('a', { keys: ['k'], uniqueKeys: ['u'], body: { deep: [1, null] } }));
      await store.commit([expectation(a)]);
      await store.commit([expectation(a), insert(aDocument('b', { keys: ['k'] }))]);
      await store.commit([expectation(a), insert(aDocument('c', { uniqueKeys: ['v'] }))]);
      expect([await readById(store, 'a'), await readByUniqueKey(store, 'u'), await idsWithKeys(store, 'k')]).toEqual([
        a,
        a,
        ['a', 'b'],
      ]);
      expect(await store.list(COLLECTION, { anyOf: ['k'] }, { limit: 1, order: 'oldest' })).toEqual([a]);
      const after = nextVersion(a, { uniqueKeys: ['w'] });
      await store.commit([replace(after), expectation(aDocument('b'))]);
      await store.commit([expectation(after)]);
      await store.commit([remove(after)]);
      expect(await readById(store, 'a')).toBeUndefined();
    },
  },
  {
    id: 'DS-28',
    title: 'moves a unique key while other documents are expected, but not away from an expected one',
    run: async ({ store }) => {
      const [a, b, c] = await insertAll(store, aDocument('a', { uniqueKeys: ['u'] }), aDocument('b'), aDocument('c'));
      const moved = [
        replace(nextVersion(b, { uniqueKeys: ['u'] })),
        replace(nextVersion(a, { uniqueKeys: [] })),
        expectation(c),
      ];
      await store.commit(moved);
      expect((await readByUniqueKey(store, 'u'))?.id).toBe('b');
      const holder = nextVersion(b, { uniqueKeys: ['u'] });
      await expect(store.commit([expectation(holder), insert(aDocument('d', { uniqueKeys: ['u'] }))])).rejects.toThrow(
        expect.objectContaining({ key: 'u' }),
      );
      expect([await readByUniqueKey(store, 'u'), await readById(store, 'd')]).toEqual([holder, undefined]);
    },
  },
  {
    id: 'DS-29',
    title: 'resolves exactly one of two commits that each replace the document the other expects',
    run: ({ store }) => crossing(store, (document) => replace(nextVersion(document))),
  },
  {
    id: 'DS-29',
    title: 'resolves exactly one of two commits that each remove the document the other expects',
    run: ({ store }) => crossing(store, remove),
  },
  {
    id: 'DS-30',
    title: 'resolves all commits that expect the same version and change different documents',
    run: async ({ store }) => {
      const [fixed] = await insertAll(store, aDocument('fixed'));
      const others = await insertAll(store, ...numbersBelow(8).map((n) => aDocument(`other${n}`, { keys: ['k'] })));
      await Promise.all([
        ...others.map((other, n) =>
          store.commit([n % 2 === 0 ? replace(nextVersion(other)) : remove(other), expectation(fixed)]),
        ),
        ...numbersBelow(8).map((n) =>
          store.commit([expectation(fixed), insert(aDocument(`new${n}`, { keys: ['k'] }))]),
        ),
      ]);
      expect(await store.count(COLLECTION, { anyOf: ['k'] })).toBe(12);
      expect(await readById(store, 'fixed')).toEqual(fixed);
    },
  },
];
