import { setImmediate as aTurn } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { PromiseTest } from '../base/promise.ts';
import {
  aDocument,
  COLLECTION,
  type DocumentStoreHarness,
  insert,
  insertAll,
  instantAt,
  nextVersion,
  numbersBelow,
  OTHER_COLLECTION,
  readById,
  readByUniqueKey,
  replace,
} from './builders.ts';

export const readPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-02',
    title: 'reads in the order of the refs, with undefined for an absent document',
    run: async ({ store }) => {
      const [a, b] = await insertAll(
        store,
        aDocument('a', { uniqueKeys: ['ua'] }),
        aDocument('b', { uniqueKeys: ['ub'] }),
      );
      const answer = await store.read([
        { collection: COLLECTION, id: 'b' },
        { collection: COLLECTION, id: 'none' },
        { collection: COLLECTION, uniqueKey: 'ua' },
        { collection: 'nowhere', id: 'a' },
        { collection: COLLECTION, uniqueKey: 'none' },
        { collection: COLLECTION, id: 'b' },
        { collection: COLLECTION, uniqueKey: 'ub' },
      ]);
      expect(answer).toEqual([b, undefined, a, undefined, undefined, b, b]);
    },
  },
  {
    id: 'DS-02',
    title: 'reads an empty list for no refs',
    run: async ({ store }) => {
      expect(await store.read([])).toEqual([]);
    },
  },
  {
    id: 'DS-03',
    title: 'finds a document by its unique key, compared byte by byte',
    run: async ({ store }) => {
      const alike = [
        'key',
        'KEY',
        'Key',
        'key ',
        ' key',
        'ke\u0301y',
        'k\u00e9y',
        'key\u0000',
        'key\u0000x',
        'ß',
        'ss',
        'ı',
        'i',
        'kéy',
      ];
      const keys = [...new Set(alike)];
      await insertAll(store, ...keys.map((key, index) => aDocument(`of ${index}`, { uniqueKeys: [key] })));
      for (const [index, key] of keys.entries()) expect((await readByUniqueKey(store, key))?.id).toBe(`of ${index}`);
    },
  },
  {
    id: 'DS-03',
    title: 'finds nothing by a similar unique key or by an id in its place',
    run: async ({ store }) => {
      await insertAll(store, aDocument('a', { uniqueKeys: ['Key'] }), aDocument('b', { uniqueKeys: ['k\u00e9y'] }));
      for (const key of ['key', 'KEY', 'Key ', ' Key', 'Ke', 'Key\u0000', 'K%', 'ke\u0301y', 'a', 'id:a', '']) {
        expect(await readByUniqueKey(store, key)).toBeUndefined();
      }
      expect(await readById(store, 'Key')).toBeUndefined();
      expect(await readById(store, 'A')).toBeUndefined();
    },
  },
  {
    id: 'DS-04',
    title: 'shows a resolved commit in read, list and count',
    run: async ({ store }) => {
      let document = aDocument('a', { keys: ['k'], uniqueKeys: ['u'] });
      await store.commit([insert(document)]);
      for (const round of numbersBelow(30)) {
        document = nextVersion(document, {
          keys: [`k${round}`],
          uniqueKeys: [`u${round}`],
          position: instantAt(round),
        });
        await store.commit([replace(document)]);
        const [found, listed, counted] = await Promise.all([
          store.read([
            { collection: COLLECTION, id: 'a' },
            { collection: COLLECTION, uniqueKey: `u${round}` },
          ]),
          store.list(COLLECTION, { anyOf: [`k${round}`] }, { limit: 1 }),
          store.count(COLLECTION, { anyOf: [`k${round}`] }),
        ]);
        expect([found, listed, counted]).toEqual([[document, document], [document], 1]);
      }
    },
  },
  {
    id: 'DS-05',
    title: 'never reads half of a concurrent commit',
    run: async ({ store }) => {
      let pair = [aDocument('left', { uniqueKeys: ['l'] }), aDocument('right')];
      await insertAll(store, ...pair);
      const refs = [
        { collection: COLLECTION, id: 'left' },
        { collection: COLLECTION, id: 'right' },
        { collection: COLLECTION, uniqueKey: 'l' },
      ];
      const seen: (number | undefined)[][] = [];
      const reader = async () => {
        for (const _ of numbersBelow(40)) {
          seen.push((await store.read(refs)).map((document) => document?.version));
          await aTurn(); // else a store that resolves immediately would never yield to the writer
        }
      };
      const writer = async () => {
        for (const _ of numbersBelow(40)) {
          pair = pair.map((document) => nextVersion(document));
          await store.commit(pair.map((document) => replace(document)));
          await aTurn();
        }
      };
      await Promise.all([reader(), writer(), reader(), reader()]);
      expect(seen).toEqual(seen.map(([version]) => [version, version, version]));
    },
  },
  {
    id: 'DS-06',
    title: 'keeps the same id and unique key in two collections apart',
    run: async ({ store }) => {
      const here = aDocument('a', { uniqueKeys: ['u'], keys: ['k'], body: 'here' });
      const there = aDocument('a', { uniqueKeys: ['u'], keys: ['k'], body: 'there' });
      await store.commit([insert(here), insert(there, OTHER_COLLECTION)]);
      expect([await readById(store, 'a'), await readByUniqueKey(store, 'u')]).toEqual([here, here]);
      expect([
        await readById(store, 'a', OTHER_COLLECTION),
        await readByUniqueKey(store, 'u', OTHER_COLLECTION),
      ]).toEqual([there, there]);
      expect(await store.list(OTHER_COLLECTION, { anyOf: ['k'] }, { limit: 9 })).toEqual([there]);
      expect(await store.count(COLLECTION, { anyOf: ['k'] })).toBe(1);
      await store.commit([{ collection: OTHER_COLLECTION, remove: there }]);
      expect([await readById(store, 'a'), await readById(store, 'a', OTHER_COLLECTION)]).toEqual([here, undefined]);
    },
  },
];
