import { expect } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import {
  aDocument,
  COLLECTION,
  type DocumentStoreHarness,
  definedValue,
  idsOf,
  idsWithKeys,
  insert,
  insertAll,
  instantAt,
  nextVersion,
  numbersBelow,
  readById,
  readByUniqueKey,
  remove,
  replace,
} from './builders.ts';

/** Changes a value that is declared readonly, as a careless caller might. A frozen target throws, which is fine too. */
const scribble = (target: object): void => {
  for (const key of Object.keys(target)) {
    const value: unknown = Reflect.get(target, key);
    if (typeof value === 'object' && value !== null) scribble(value);
    Reflect.set(target, key, 'scribbled');
  }
};

export const documentLimitPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-21',
    title: 'accepts 200 keys in one selection and 200 refs in one read',
    run: async ({ store }) => {
      const documents = numbersBelow(250).map((n) =>
        aDocument(`d${n}`, { position: instantAt(n), keys: [`k${n % 200}`], uniqueKeys: [`u${n}`] }),
      );
      await insertAll(store, ...documents);
      const anyOf = numbersBelow(200).map((n) => `k${n}`);
      expect(await store.list(COLLECTION, { anyOf }, { limit: 300, order: 'oldest' })).toEqual(documents);
      expect(
        idsOf(await store.list(COLLECTION, { anyOf }, { limit: 2, after: { position: instantAt(100), id: 'd100' } })),
      ).toEqual(['d99', 'd98']);
      expect(await store.count(COLLECTION, { anyOf })).toBe(250);
      const refs = numbersBelow(200).map((n) =>
        n % 2 === 0 ? { collection: COLLECTION, id: `d${n}` } : { collection: COLLECTION, uniqueKey: `u${n}` },
      );
      expect(await store.read(refs)).toEqual(documents.slice(0, 200));
    },
  },
  {
    id: 'DS-21',
    title: 'accepts 12 000 changes in one commit',
    run: async ({ store }) => {
      const [room] = await insertAll(store, aDocument('room'));
      const members = numbersBelow(6000).map((n) =>
        aDocument(`m${n}`, { position: instantAt(n), keys: ['member'], uniqueKeys: [`u${n}`] }),
      );
      const others = numbersBelow(5999).map((n) => aDocument(`o${n}`));
      await store.commit([
        replace(nextVersion(room)),
        ...members.map((document) => insert(document)),
        ...others.map((document) => insert(document)),
      ]);
      expect(await store.count(COLLECTION, { anyOf: ['member'] })).toBe(6000);
      expect((await readByUniqueKey(store, 'u5999'))?.id).toBe('m5999');
      await store.commit([
        ...members.map((document) => remove(document)),
        ...others.map((document) => remove(document)),
        insert(aDocument('receipt')),
      ]);
      expect(await store.count(COLLECTION, { anyOf: ['member'] })).toBe(0);
      expect([
        await readByUniqueKey(store, 'u5999'),
        await readById(store, 'o0'),
        (await readById(store, 'receipt'))?.id,
      ]).toEqual([undefined, undefined, 'receipt']);
    },
  },
  {
    id: 'DS-22',
    title: 'ignores changes to an argument after the call has returned',
    run: async ({ store }) => {
      const original = () => aDocument('a', { keys: ['k'], uniqueKeys: ['u'], body: { list: [{ deep: 1 }] } });
      const document = structuredClone(original());
      const changes = [insert(document)];
      const committed = store.commit(changes);
      scribble(document);
      scribble(changes);
      await committed;
      const refs = [{ collection: COLLECTION, id: 'a' }];
      const answer = store.read(refs);
      scribble(refs);
      const anyOf = ['k'];
      const listed = store.list(COLLECTION, { anyOf }, { limit: 9 });
      const counted = store.count(COLLECTION, { anyOf });
      scribble(anyOf);
      expect([await answer, await listed, await counted]).toEqual([[original()], [original()], 1]);
    },
  },
  {
    id: 'DS-22',
    title: 'ignores changes to a returned document',
    run: async ({ store }) => {
      const document = aDocument('a', { keys: ['k'], uniqueKeys: ['u'], body: { list: [{ deep: 1 }] } });
      await insertAll(store, document);
      const handedOut = [
        await readById(store, 'a'),
        await readByUniqueKey(store, 'u'),
        ...(await store.list(COLLECTION, { anyOf: ['k'] }, { limit: 9 })),
      ];
      for (const copy of handedOut) scribble(definedValue(copy));
      expect([await readById(store, 'a'), await readByUniqueKey(store, 'u')]).toEqual([document, document]);
      expect([await idsWithKeys(store, 'k'), await idsWithKeys(store, 'scribbled')]).toEqual([['a'], []]);
      await store.commit([replace(nextVersion(document))]);
    },
  },
  {
    id: 'DS-25',
    title: 'resolves check while the store is open, and rejects every call with Unavailable once it is closed',
    run: async ({ store }) => {
      await insertAll(store, aDocument('a', { keys: ['k'] }));
      await expect(store.check()).resolves.toBeUndefined();
      await store.close();
      for (const refused of [
        () => store.check(),
        () => store.read([{ collection: COLLECTION, id: 'a' }]),
        () => store.read([]),
        () => store.list(COLLECTION, { anyOf: ['k'] }, { limit: 1 }),
        () => store.list(COLLECTION, { anyOf: [] }, { limit: 0 }),
        () => store.count(COLLECTION, { anyOf: ['k'] }),
        () => store.commit([insert(aDocument('b'))]),
        () => store.commit([]),
      ]) {
        await expect(refused()).rejects.toMatchObject({ constructor: Unavailable, dependency: 'documents' });
      }
      await expect(store.close()).resolves.toBeUndefined();
    },
  },
];
