import { expect } from '@jest/globals';
import type { Json } from '@strongroom/domain';
import type { Promised } from '../base/promise.ts';
import { at, byId, type DocumentStoreHarness, given, next, replace, THINGS, thing, upTo } from './builders.ts';

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

const deep = (depth: number): Json => upTo(depth).reduce<Json>((inner, level) => ({ level, inner: [inner] }), 'bottom');

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

export const kept: readonly Promised<DocumentStoreHarness>[] = [
  {
    id: 'DS-01',
    title: 'a document comes back exactly as it was committed, even from a reopened store',
    run: async ({ store, reopen }) => {
      const documents = [
        thing('whole', { body, keys: ODD, uniqueKeys: ODD, schema: 7, position: at(Number.MAX_SAFE_INTEGER) }),
        thing('early', {
          body: [],
          position: at(Number.MIN_SAFE_INTEGER),
          keys: ['b', 'a', 'c'],
          uniqueKeys: ['z', 'y'],
        }),
        thing('plain', { body: 'text', position: at(0) }),
        thing('null', { body: null, position: at(-1) }),
      ];
      await given(store, ...documents);
      const opened = await reopen();
      expect(await opened.read(documents.map(({ id }) => ({ collection: THINGS, id })))).toStrictEqual(documents);
    },
  },
  {
    id: 'DS-01',
    title: 'returns a replaced document exactly as it was committed',
    run: async ({ store }) => {
      const [before] = await given(store, thing('a', { body, keys: ['x'], uniqueKeys: ['u'] }));
      const after = next(before, { schema: 2, position: at(5), keys: ODD, uniqueKeys: ODD, body: { odd: ODD } });
      await store.commit([replace(after)]);
      expect(await byId(store, 'a')).toStrictEqual(after);
    },
  },
  {
    id: 'DS-01',
    title: 'finds a document by an id of any form, and no other',
    run: async ({ store }) => {
      const ids = ODD.map((id) => `${id}.`);
      await given(store, ...ids.map((id) => thing(id, { keys: ['all'], body: { id } })));
      for (const id of ids) expect(await byId(store, id)).toStrictEqual(thing(id, { keys: ['all'], body: { id } }));
    },
  },
  {
    id: 'DS-33',
    title: 'is at the same place after it is opened again, whatever was committed',
    run: async ({ store, reopen }) => {
      const place = await store.place?.();
      await given(store, thing('a'));
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
      const [a] = await given(store, thing('a', { uniqueKeys: ['ua'] }));
      const refs = [
        { collection: THINGS, id: 'a' },
        { collection: THINGS, id: 'none' },
        { collection: THINGS, uniqueKey: 'ua' },
        { collection: THINGS, id: 'a' },
      ];
      const answers = [await store.read(refs), await store.read(refs), [undefined], []];
      await store.evenOut?.(answers);
      expect(answers[0]).toEqual([a, undefined, a, a]);
      expect(await store.read(refs)).toEqual([a, undefined, a, a]);
      await given(store, thing('none'));
      expect((await store.read(refs))[1]).toEqual(thing('none'));
      await store.close();
      expect(await store.evenOut?.(answers)).toBeUndefined();
    },
  },
];
