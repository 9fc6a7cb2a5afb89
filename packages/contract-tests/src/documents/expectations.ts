import { expect } from '@jest/globals';
import { type Change, type DocumentStore, type StoredDocument, VersionConflict } from '@strongroom/ports';
import type { Promised } from '../base/promise.ts';
import {
  byId,
  byUniqueKey,
  carrying,
  type DocumentStoreHarness,
  expectation,
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

const conflictOn = (id: string) => ({ constructor: VersionConflict, collection: THINGS, id });

/** Enough rounds to catch a store that checks and writes in two steps. */
const ROUNDS = 15;

/** Runs two concurrent commits, each changing the document that the other expects; every round with new documents. */
const crossing = async (store: DocumentStore, changing: (document: StoredDocument) => Change): Promise<void> => {
  for (const round of upTo(ROUNDS)) {
    const [a, b] = await given(store, thing(`a${round}`), thing(`b${round}`));
    const outcomes = await Promise.allSettled([
      store.commit([changing(a), expectation(b)]),
      store.commit([changing(b), expectation(a)]),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const loser = outcomes.findIndex(({ status }) => status === 'rejected');
    expect(outcomes[loser]).toMatchObject({ reason: { constructor: VersionConflict, collection: THINGS } });
    const untouched = loser === 0 ? a : b;
    expect(await byId(store, untouched.id)).toEqual(untouched);
  }
};

export const expectations: readonly Promised<DocumentStoreHarness>[] = [
  {
    id: 'DS-27',
    title: 'throws VersionConflict and changes nothing when an older or a later version is expected',
    run: async ({ store }) => {
      const [first, other] = await given(store, thing('a'), thing('other', { keys: ['k'], uniqueKeys: ['u'] }));
      await store.commit([replace(next(first))]);
      const rest = [replace(next(other, { keys: ['late'] })), insert(thing('new', { keys: ['k'] }))];
      for (const version of [1, 3]) {
        const wrong = expectation({ id: 'a', version });
        for (const changes of [[wrong], [wrong, ...rest], [...rest, wrong]])
          await expect(store.commit(changes)).rejects.toMatchObject(conflictOn('a'));
      }
      expect([await byId(store, 'other'), await carrying(store, 'k'), await carrying(store, 'late')]).toEqual([
        other,
        ['other'],
        [],
      ]);
      await store.commit([expectation(next(first)), ...rest]);
      expect([await carrying(store, 'k'), await carrying(store, 'late')]).toEqual([['new'], ['other']]);
    },
  },
  {
    id: 'DS-27',
    title: 'throws VersionConflict and creates nothing when an absent or removed document is expected',
    run: async ({ store }) => {
      const [a] = await given(store, thing('a'), thing('b'));
      await store.commit([insert(thing('never'), OTHERS), remove(a)]);
      for (const id of ['a', 'never'])
        await expect(store.commit([insert(thing('new')), expectation({ id, version: 1 })])).rejects.toMatchObject(
          conflictOn(id),
        );
      expect([await byId(store, 'a'), await byId(store, 'never'), await byId(store, 'new')]).toEqual([
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
      const [a] = await given(store, thing('a', { keys: ['k'], uniqueKeys: ['u'], body: { deep: [1, null] } }));
      await store.commit([expectation(a)]);
      await store.commit([expectation(a), insert(thing('b', { keys: ['k'] }))]);
      await store.commit([expectation(a), insert(thing('c', { uniqueKeys: ['v'] }))]);
      expect([await byId(store, 'a'), await byUniqueKey(store, 'u'), await carrying(store, 'k')]).toEqual([
        a,
        a,
        ['a', 'b'],
      ]);
      expect(await store.list(THINGS, { anyOf: ['k'] }, { limit: 1, order: 'oldest' })).toEqual([a]);
      const after = next(a, { uniqueKeys: ['w'] });
      await store.commit([replace(after), expectation(thing('b'))]);
      await store.commit([expectation(after)]);
      await store.commit([remove(after)]);
      expect(await byId(store, 'a')).toBeUndefined();
    },
  },
  {
    id: 'DS-28',
    title: 'moves a unique key while other documents are expected, but not away from an expected one',
    run: async ({ store }) => {
      const [a, b, c] = await given(store, thing('a', { uniqueKeys: ['u'] }), thing('b'), thing('c'));
      const moved = [replace(next(b, { uniqueKeys: ['u'] })), replace(next(a, { uniqueKeys: [] })), expectation(c)];
      await store.commit(moved);
      expect((await byUniqueKey(store, 'u'))?.id).toBe('b');
      const holder = next(b, { uniqueKeys: ['u'] });
      await expect(store.commit([expectation(holder), insert(thing('d', { uniqueKeys: ['u'] }))])).rejects.toThrow(
        expect.objectContaining({ key: 'u' }),
      );
      expect([await byUniqueKey(store, 'u'), await byId(store, 'd')]).toEqual([holder, undefined]);
    },
  },
  {
    id: 'DS-29',
    title: 'resolves exactly one of two commits that each replace the document the other expects',
    run: ({ store }) => crossing(store, (document) => replace(next(document))),
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
      const [fixed] = await given(store, thing('fixed'));
      const others = await given(store, ...upTo(8).map((n) => thing(`other${n}`, { keys: ['k'] })));
      await Promise.all([
        ...others.map((other, n) =>
          store.commit([n % 2 === 0 ? replace(next(other)) : remove(other), expectation(fixed)]),
        ),
        ...upTo(8).map((n) => store.commit([expectation(fixed), insert(thing(`new${n}`, { keys: ['k'] }))])),
      ]);
      expect(await store.count(THINGS, { anyOf: ['k'] })).toBe(12);
      expect(await byId(store, 'fixed')).toEqual(fixed);
    },
  },
];
