import { expect } from '@jest/globals';
import { DuplicateKey } from '@strongroom/ports';
import type { Promised } from '../base/promise.ts';
import {
  at,
  byId,
  byUniqueKey,
  carrying,
  type DocumentStoreHarness,
  given,
  insert,
  next,
  remove,
  replace,
  THINGS,
  thing,
  upTo,
} from './builders.ts';

const duplicate = (key: string) => ({ constructor: DuplicateKey, collection: THINGS, key });

export const uniqueKeys: readonly Promised<DocumentStoreHarness>[] = [
  {
    id: 'DS-11',
    title: 'throws DuplicateKey with the key when an insert or replace uses a unique key of another document',
    run: async ({ store }) => {
      const [, b] = await given(store, thing('a', { uniqueKeys: ['u', 'v'] }), thing('b', { uniqueKeys: ['w'] }));
      await expect(store.commit([insert(thing('c', { uniqueKeys: ['x', 'v'] }))])).rejects.toMatchObject(
        duplicate('v'),
      );
      await expect(store.commit([replace(next(b, { uniqueKeys: ['w', 'u'] }))])).rejects.toMatchObject(duplicate('u'));
      expect([await byId(store, 'c'), await byId(store, 'b'), await byUniqueKey(store, 'x')]).toEqual([
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
      const twins = [insert(thing('a', { uniqueKeys: ['u'] })), insert(thing('b', { uniqueKeys: ['u'] }))];
      await expect(store.commit(twins)).rejects.toMatchObject(duplicate('u'));
      expect([await byId(store, 'a'), await byId(store, 'b')]).toEqual([undefined, undefined]);
    },
  },
  {
    id: 'DS-11',
    title: 'resolves exactly one of many concurrent inserts with the same unique key',
    run: async ({ store }) => {
      const outcomes = await Promise.allSettled(
        upTo(10).map((n) => store.commit([insert(thing(`n${n}`, { uniqueKeys: ['u'], keys: ['k'] }))])),
      );
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      expect(refused).toHaveLength(9);
      for (const reason of refused) expect(reason).toMatchObject(duplicate('u'));
      expect(await carrying(store, 'k')).toEqual([(await byUniqueKey(store, 'u'))?.id]);
    },
  },
  {
    id: 'DS-12',
    title: 'replaces keys and unique keys and frees the old ones',
    run: async ({ store }) => {
      const [a] = await given(store, thing('a', { keys: ['k', 'stays'], uniqueKeys: ['u', 'own'] }));
      const moved = next(a, { keys: ['stays', 'l'], uniqueKeys: ['own', 'v'], position: at(2000) });
      await store.commit([replace(moved)]);
      expect([await byUniqueKey(store, 'u'), await byUniqueKey(store, 'v'), await byUniqueKey(store, 'own')]).toEqual([
        undefined,
        moved,
        moved,
      ]);
      expect([await carrying(store, 'k'), await carrying(store, 'l'), await carrying(store, 'stays')]).toEqual([
        [],
        ['a'],
        ['a'],
      ]);
      expect(await store.count(THINGS, { anyOf: ['k', 'l', 'stays'], until: at(2000) })).toBe(0);
      await given(store, thing('b', { uniqueKeys: ['u'] }));
      expect((await byUniqueKey(store, 'u'))?.id).toBe('b');
    },
  },
  {
    id: 'DS-12',
    title: 'moves unique keys between documents of one commit, whatever the order of the changes',
    run: async ({ store }) => {
      let [a, b] = await given(store, thing('a', { uniqueKeys: ['u'] }), thing('b', { uniqueKeys: ['v'] }));
      for (const order of ['forth', 'back']) {
        [a, b] = [next(a, { uniqueKeys: b.uniqueKeys }), next(b, { uniqueKeys: a.uniqueKeys })];
        const swap = [replace(a), replace(b)];
        await store.commit(order === 'forth' ? swap : swap.toReversed());
        expect([await byUniqueKey(store, 'u'), await byUniqueKey(store, 'v')]).toEqual(
          order === 'forth' ? [b, a] : [a, b],
        );
      }
      const heir = thing('c', { uniqueKeys: ['u'] });
      await store.commit([insert(heir), remove(a)]);
      expect([await byUniqueKey(store, 'u'), await byId(store, 'a')]).toEqual([heir, undefined]);
      const second = thing('d', { uniqueKeys: ['u'] });
      await store.commit([replace(next(heir, { uniqueKeys: [] })), insert(second)]);
      expect(await byUniqueKey(store, 'u')).toEqual(second);
    },
  },
];
