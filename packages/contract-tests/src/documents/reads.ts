import { setImmediate as aTurn } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Promised } from '../base/promise.ts';
import {
  at,
  byId,
  byUniqueKey,
  type DocumentStoreHarness,
  given,
  insert,
  next,
  OTHERS,
  replace,
  THINGS,
  thing,
  upTo,
} from './builders.ts';

export const reads: readonly Promised<DocumentStoreHarness>[] = [
  {
    id: 'DS-02',
    title: 'reads in the order of the refs, with undefined for an absent document',
    run: async ({ store }) => {
      const [a, b] = await given(store, thing('a', { uniqueKeys: ['ua'] }), thing('b', { uniqueKeys: ['ub'] }));
      const answer = await store.read([
        { collection: THINGS, id: 'b' },
        { collection: THINGS, id: 'none' },
        { collection: THINGS, uniqueKey: 'ua' },
        { collection: 'nowhere', id: 'a' },
        { collection: THINGS, uniqueKey: 'none' },
        { collection: THINGS, id: 'b' },
        { collection: THINGS, uniqueKey: 'ub' },
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
      await given(store, ...keys.map((key, index) => thing(`of ${index}`, { uniqueKeys: [key] })));
      for (const [index, key] of keys.entries()) expect((await byUniqueKey(store, key))?.id).toBe(`of ${index}`);
    },
  },
  {
    id: 'DS-03',
    title: 'finds nothing by a similar unique key or by an id in its place',
    run: async ({ store }) => {
      await given(store, thing('a', { uniqueKeys: ['Key'] }), thing('b', { uniqueKeys: ['k\u00e9y'] }));
      for (const key of ['key', 'KEY', 'Key ', ' Key', 'Ke', 'Key\u0000', 'K%', 'ke\u0301y', 'a', 'id:a', '']) {
        expect(await byUniqueKey(store, key)).toBeUndefined();
      }
      expect(await byId(store, 'Key')).toBeUndefined();
      expect(await byId(store, 'A')).toBeUndefined();
    },
  },
  {
    id: 'DS-04',
    title: 'shows a resolved commit in read, list and count',
    run: async ({ store }) => {
      let document = thing('a', { keys: ['k'], uniqueKeys: ['u'] });
      await store.commit([insert(document)]);
      for (const round of upTo(30)) {
        document = next(document, { keys: [`k${round}`], uniqueKeys: [`u${round}`], position: at(round) });
        await store.commit([replace(document)]);
        const [found, listed, counted] = await Promise.all([
          store.read([
            { collection: THINGS, id: 'a' },
            { collection: THINGS, uniqueKey: `u${round}` },
          ]),
          store.list(THINGS, { anyOf: [`k${round}`] }, { limit: 1 }),
          store.count(THINGS, { anyOf: [`k${round}`] }),
        ]);
        expect([found, listed, counted]).toEqual([[document, document], [document], 1]);
      }
    },
  },
  {
    id: 'DS-05',
    title: 'never reads half of a concurrent commit',
    run: async ({ store }) => {
      let pair = [thing('left', { uniqueKeys: ['l'] }), thing('right')];
      await given(store, ...pair);
      const refs = [
        { collection: THINGS, id: 'left' },
        { collection: THINGS, id: 'right' },
        { collection: THINGS, uniqueKey: 'l' },
      ];
      const seen: (number | undefined)[][] = [];
      const reader = async () => {
        for (const _ of upTo(40)) {
          seen.push((await store.read(refs)).map((document) => document?.version));
          await aTurn(); // else a store that resolves immediately would never yield to the writer
        }
      };
      const writer = async () => {
        for (const _ of upTo(40)) {
          pair = pair.map((document) => next(document));
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
      const here = thing('a', { uniqueKeys: ['u'], keys: ['k'], body: 'here' });
      const there = thing('a', { uniqueKeys: ['u'], keys: ['k'], body: 'there' });
      await store.commit([insert(here), insert(there, OTHERS)]);
      expect([await byId(store, 'a'), await byUniqueKey(store, 'u')]).toEqual([here, here]);
      expect([await byId(store, 'a', OTHERS), await byUniqueKey(store, 'u', OTHERS)]).toEqual([there, there]);
      expect(await store.list(OTHERS, { anyOf: ['k'] }, { limit: 9 })).toEqual([there]);
      expect(await store.count(THINGS, { anyOf: ['k'] })).toBe(1);
      await store.commit([{ collection: OTHERS, remove: there }]);
      expect([await byId(store, 'a'), await byId(store, 'a', OTHERS)]).toEqual([here, undefined]);
    },
  },
];
