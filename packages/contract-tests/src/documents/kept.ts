import { expect } from '@jest/globals';
import type { Json } from '@strongroom/domain';
import type { PromiseTest } from '../base/promise.ts';
import {
  aDocument,
  COLLECTION,
  type DocumentStoreHarness,
  insertAll,
  instantAt,
  nextVersion,
  numbersBelow,
  readById,
  replace,
} from './builders.ts';

const ODD = [
  '',
  ' ',
  '$where',
  'a.b',
  '%',
  '_',
  '*',
  "'; --",
  '"',
  '\\',
  '\u0000',
  '\n',
  '\u00e9',
  'e\u0301',
  'ﬁ',
  '漢',
  '\u{1f600}',
];

const deep = (depth: number): Json =>
  numbersBelow(depth).reduce<Json>((inner, level) => ({ level, inner: [inner] }), 'bottom');

const body: Json = {
  ...Object.fromEntries(ODD.filter((key) => key !== '\u0000').map((key) => [key, key])),
  ['__proto__']: { polluted: true },
  constructor: 'own',
  toString: null,
  '10': 'ten',
  '9': 'nine',
  numbers: [0, 1, -1, 0.1, -2.5e-7, 1e21, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  odd: ODD,
  empty: [[], {}, '', null, false],
  deep: deep(60),
};

export const storedFormPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-01',
    title: 'a document comes back exactly as it was committed, even from a reopened store',
    run: async ({ store, reopen }) => {
      const documents = [
        aDocument('whole', {
          body,
          keys: ODD,
          uniqueKeys: ODD,
          schema: 7,
          position: instantAt(Number.MAX_SAFE_INTEGER),
        }),
        aDocument('early', {
          body: [],
          position: instantAt(Number.MIN_SAFE_INTEGER),
          keys: ['b', 'a', 'c'],
          uniqueKeys: ['z', 'y'],
        }),
        aDocument('plain', { body: 'text', position: instantAt(0) }),
        aDocument('null', { body: null, position: instantAt(-1) }),
      ];
      await insertAll(store, ...documents);
      const opened = await reopen();
      expect(await opened.read(documents.map(({ id }) => ({ collection: COLLECTION, id })))).toStrictEqual(documents);
    },
  },
  {
    id: 'DS-01',
    title: 'returns a replaced document exactly as it was committed',
    run: async ({ store }) => {
      const [before] = await insertAll(store, aDocument('a', { body, keys: ['x'], uniqueKeys: ['u'] }));
      const after = nextVersion(before, {
        schema: 2,
        position: instantAt(5),
        keys: ODD,
        uniqueKeys: ODD,
        body: { odd: ODD },
      });
      await store.commit([replace(after)]);
      expect(await readById(store, 'a')).toStrictEqual(after);
    },
  },
  {
    id: 'DS-01',
    title: 'finds a document by an id of any form, and no other',
    run: async ({ store }) => {
      const ids = ODD.map((id) => `${id}.`);
      await insertAll(store, ...ids.map((id) => aDocument(id, { keys: ['all'], body: { id } })));
      for (const id of ids)
        expect(await readById(store, id)).toStrictEqual(aDocument(id, { keys: ['all'], body: { id } }));
    },
  },
  {
    id: 'DS-33',
    title: 'is at the same place after it is opened again, whatever was committed',
    run: async ({ store, reopen }) => {
      const place = await store.place?.();
      await insertAll(store, aDocument('a'));
      expect(await store.place?.()).toEqual(place);
      expect(await (await reopen()).place?.()).toEqual(place);
      // Without a part no copy would ever be recognised.
      expect(place === undefined || Object.keys(place.parts).length > 0).toBe(true);
    },
  },
  {
    id: 'DS-34',
    title: 'evens out any answer without an error, and answers afterwards as before',
    run: async ({ store }) => {
      const [a] = await insertAll(store, aDocument('a', { uniqueKeys: ['ua'] }));
      const refs = [
        { collection: COLLECTION, id: 'a' },
        { collection: COLLECTION, id: 'none' },
        { collection: COLLECTION, uniqueKey: 'ua' },
        { collection: COLLECTION, id: 'a' },
      ];
      const answers = [await store.read(refs), await store.read(refs), [undefined], []];
      await store.evenOut?.(answers);
      expect(answers[0]).toEqual([a, undefined, a, a]);
      expect(await store.read(refs)).toEqual([a, undefined, a, a]);
      await insertAll(store, aDocument('none'));
      expect((await store.read(refs))[1]).toEqual(aDocument('none'));
      await store.close();
      expect(await store.evenOut?.(answers)).toBeUndefined();
    },
  },
];
