import { expect } from '@jest/globals';
import type { Selection, StoredDocument } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import {
  aDocument,
  COLLECTION,
  type DocumentStoreHarness,
  definedValue,
  idsOf,
  idsWithKeys,
  insertAll,
  instantAt,
  numbersBelow,
  OTHER_COLLECTION,
  remove,
} from './builders.ts';

/** d0 … d9 at 0, 10 … 90. Even ones have key `k`, every third one `l`: some have both, some none. */
const ten: readonly StoredDocument[] = numbersBelow(10).map((n) =>
  aDocument(`d${n}`, {
    position: instantAt(n * 10),
    keys: [...(n % 2 === 0 ? ['k'] : []), ...(n % 3 === 0 ? ['l'] : [])],
  }),
);

export const selectionPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-18',
    title: 'includes `from` and excludes `until`',
    run: async ({ store }) => {
      await insertAll(store, ...ten);
      const ids = async (
        selection: Omit<Selection, 'anyOf'>,
        ...anyOf: readonly string[]
      ): Promise<readonly string[]> =>
        idsOf(await store.list(COLLECTION, { anyOf, ...selection }, { limit: 99, order: 'oldest' }));
      expect(await ids({ from: instantAt(20), until: instantAt(60) }, 'k')).toEqual(['d2', 'd4']);
      expect(await ids({ from: instantAt(21), until: instantAt(61) }, 'k')).toEqual(['d4', 'd6']);
      expect(await ids({ from: instantAt(60) }, 'k', 'l')).toEqual(['d6', 'd8', 'd9']);
      expect(await ids({ until: instantAt(30) }, 'k', 'l')).toEqual(['d0', 'd2']);
      expect(await ids({ from: instantAt(40), until: instantAt(40) }, 'k')).toEqual([]);
      expect(await ids({ from: instantAt(60), until: instantAt(20) }, 'k')).toEqual([]);
      expect(await store.count(COLLECTION, { anyOf: ['k', 'l'], from: instantAt(60), until: instantAt(90) })).toBe(2);
    },
  },
  {
    id: 'DS-18',
    title: 'combines `from` and `until` with `after`, in both orders',
    run: async ({ store }) => {
      await insertAll(store, ...ten);
      const selection: Selection = { anyOf: ['k', 'l'], from: instantAt(30), until: instantAt(80) };
      for (const [order, id, expected] of [
        ['newest', 'd4', ['d3']],
        ['oldest', 'd4', ['d6']],
        ['newest', 'd9', ['d6', 'd4', 'd3']],
        ['oldest', 'd0', ['d3', 'd4', 'd6']],
        ['newest', 'd0', []],
        ['oldest', 'd9', []],
      ] as const) {
        const after = definedValue(ten.find((document) => document.id === id));
        expect(idsOf(await store.list(COLLECTION, selection, { limit: 99, after, order }))).toEqual(expected);
      }
    },
  },
  {
    id: 'DS-19',
    title: 'counts the different documents that list returns',
    run: async ({ store }) => {
      await insertAll(store, ...ten);
      for (const anyOf of [['k'], ['l'], ['k', 'l'], ['k', 'l', 'none'], ['l', 'l'], ['none'], []]) {
        for (const bounds of [
          {},
          { from: instantAt(30) },
          { until: instantAt(30) },
          { from: instantAt(20), until: instantAt(70) },
        ]) {
          const selection = { anyOf, ...bounds };
          expect(await store.count(COLLECTION, selection)).toBe(
            (await store.list(COLLECTION, selection, { limit: 99 })).length,
          );
        }
      }
      expect(await store.count(COLLECTION, { anyOf: ['k', 'l'] })).toBe(7);
      expect(await store.count(OTHER_COLLECTION, { anyOf: ['k', 'l'] })).toBe(0);
    },
  },
  {
    id: 'DS-31',
    title: 'counts up to the bound',
    run: async ({ store }) => {
      await insertAll(store, ...ten);
      for (const anyOf of [['k'], ['k', 'l'], ['k', 'l', 'none'], ['none'], []])
        for (const bounds of [{}, { from: instantAt(30) }, { from: instantAt(20), until: instantAt(70) }]) {
          const selection = { anyOf, ...bounds };
          const all = await store.count(COLLECTION, selection);
          for (const atMost of [0, 1, 3, 6, 7, 8, 100_000])
            expect({ selection, atMost, found: await store.count(COLLECTION, selection, atMost) }).toEqual({
              selection,
              atMost,
              found: Math.min(all, atMost),
            });
        }
    },
  },
  {
    id: 'DS-31',
    title: 'updates a bounded count with every commit, below, at and above the bound',
    run: async ({ store }) => {
      const documents = await insertAll(
        store,
        ...numbersBelow(4).map((n) => aDocument(`d${n}`, { position: instantAt(n), keys: ['k'] })),
      );
      const counts = async () => [
        await store.count(COLLECTION, { anyOf: ['k', 'l'] }, 3),
        await store.count(COLLECTION, { anyOf: ['k', 'l'] }, 5),
        await store.count(COLLECTION, { anyOf: ['k', 'l'] }),
      ];
      expect(await counts()).toEqual([3, 4, 4]);
      await insertAll(store, aDocument('more', { keys: ['k', 'l'] }), aDocument('most', { keys: ['l'] }));
      expect(await counts()).toEqual([3, 5, 6]);
      await store.commit(documents.map((document) => remove(document)));
      expect(await counts()).toEqual([2, 2, 2]);
    },
  },
  {
    id: 'DS-31',
    title: 'counts exactly below the bound when thousands of documents have some of the keys',
    run: async ({ store }) => {
      const many = numbersBelow(6000).map((n) =>
        aDocument(`d${n}`, { position: instantAt(n % 7), keys: [`k${n % 3}`, ...(n % 5 === 0 ? ['l'] : [])] }),
      );
      await insertAll(store, ...many);
      const anyOf = ['k0', 'k1', 'l', 'none'];
      const all = many.filter(({ keys }) => keys.some((key) => anyOf.includes(key))).length;
      for (const atMost of [all - 1, all, all + 1, 2000, 4000])
        expect(await store.count(COLLECTION, { anyOf }, atMost)).toBe(Math.min(all, atMost));
      const newest = await store.list(COLLECTION, { anyOf }, { limit: 9999 });
      for (const order of ['newest', 'oldest'] as const) {
        const whole = idsOf(order === 'newest' ? newest : newest.toReversed());
        for (const offset of [1999, 2000, 2001, 4000, all - 1, all])
          expect(idsOf(await store.list(COLLECTION, { anyOf }, { limit: 3, offset, order }))).toEqual(
            whole.slice(offset, offset + 3),
          );
      }
    },
  },
  {
    id: 'DS-20',
    title: 'matches nothing for an empty anyOf',
    run: async ({ store }) => {
      await insertAll(store, ...ten, aDocument('keyless'));
      expect(await idsWithKeys(store)).toEqual([]);
      expect(await store.count(COLLECTION, { anyOf: [] })).toBe(0);
    },
  },
  {
    id: 'DS-20',
    title: 'compares whole keys byte by byte',
    run: async ({ store }) => {
      const alike = [
        'k',
        'K',
        'k ',
        ' k',
        'kk',
        'k:',
        '%',
        'k%',
        '_',
        '*',
        'k*',
        '.',
        '',
        'k\u0000',
        'e\u0301',
        '\u00e9',
        '1',
        '01',
        '["k"]',
      ];
      await insertAll(store, ...alike.map((key, n) => aDocument(`of ${n}`, { keys: [key] })));
      for (const [n, key] of alike.entries()) {
        expect(await idsWithKeys(store, key)).toEqual([`of ${n}`]);
        expect(await store.count(COLLECTION, { anyOf: [key, 'none'] })).toBe(1);
      }
      for (const none of ['e', 'k\u0000\u0000', '?', '^k', '/k/', 'of 0'])
        expect(await idsWithKeys(store, none)).toEqual([]);
    },
  },
];
