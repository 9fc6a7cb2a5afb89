import { expect } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import type { Promised } from '../base/promise.ts';
import {
  at,
  byId,
  byUniqueKey,
  carrying,
  type DocumentStoreHarness,
  given,
  idsOf,
  insert,
  next,
  remove,
  replace,
  THINGS,
  the,
  thing,
  upTo,
} from './builders.ts';

/** Changes a value that is declared readonly, as a careless caller might. A frozen target throws, which is fine too. */
const scribble = (target: object): void => {
  for (const key of Object.keys(target)) {
    const value: unknown = Reflect.get(target, key);
    if (typeof value === 'object' && value !== null) scribble(value);
    Reflect.set(target, key, 'scribbled');
  }
};

export const limits: readonly Promised<DocumentStoreHarness>[] = [
  {
    id: 'DS-21',
    title: 'accepts 200 keys in one selection and 200 refs in one read',
    run: async ({ store }) => {
      const documents = upTo(250).map((n) =>
        thing(`d${n}`, { position: at(n), keys: [`k${n % 200}`], uniqueKeys: [`u${n}`] }),
      );
      await given(store, ...documents);
      const anyOf = upTo(200).map((n) => `k${n}`);
      expect(await store.list(THINGS, { anyOf }, { limit: 300, order: 'oldest' })).toEqual(documents);
      expect(
        idsOf(await store.list(THINGS, { anyOf }, { limit: 2, after: { position: at(100), id: 'd100' } })),
      ).toEqual(['d99', 'd98']);
      expect(await store.count(THINGS, { anyOf })).toBe(250);
      const refs = upTo(200).map((n) =>
        n % 2 === 0 ? { collection: THINGS, id: `d${n}` } : { collection: THINGS, uniqueKey: `u${n}` },
      );
      expect(await store.read(refs)).toEqual(documents.slice(0, 200));
    },
  },
  {
    id: 'DS-21',
    title: 'accepts 12 000 changes in one commit',
    run: async ({ store }) => {
      const [room] = await given(store, thing('room'));
      const members = upTo(6000).map((n) =>
        thing(`m${n}`, { position: at(n), keys: ['member'], uniqueKeys: [`u${n}`] }),
      );
      const others = upTo(5999).map((n) => thing(`o${n}`));
      await store.commit([
        replace(next(room)),
        ...members.map((document) => insert(document)),
        ...others.map((document) => insert(document)),
      ]);
      expect(await store.count(THINGS, { anyOf: ['member'] })).toBe(6000);
      expect((await byUniqueKey(store, 'u5999'))?.id).toBe('m5999');
      await store.commit([
        ...members.map((document) => remove(document)),
        ...others.map((document) => remove(document)),
        insert(thing('receipt')),
      ]);
      expect(await store.count(THINGS, { anyOf: ['member'] })).toBe(0);
      expect([await byUniqueKey(store, 'u5999'), await byId(store, 'o0'), (await byId(store, 'receipt'))?.id]).toEqual([
        undefined,
        undefined,
        'receipt',
      ]);
    },
  },
  {
    id: 'DS-22',
    title: 'ignores changes to an argument after the call has returned',
    run: async ({ store }) => {
      const original = () => thing('a', { keys: ['k'], uniqueKeys: ['u'], body: { list: [{ deep: 1 }] } });
      const document = structuredClone(original());
      const changes = [insert(document)];
      const committed = store.commit(changes);
      scribble(document);
      scribble(changes);
      await committed;
      const refs = [{ collection: THINGS, id: 'a' }];
      const answer = store.read(refs);
      scribble(refs);
      const anyOf = ['k'];
      const listed = store.list(THINGS, { anyOf }, { limit: 9 });
      const counted = store.count(THINGS, { anyOf });
      scribble(anyOf);
      expect([await answer, await listed, await counted]).toEqual([[original()], [original()], 1]);
    },
  },
  {
    id: 'DS-22',
    title: 'ignores changes to a returned document',
    run: async ({ store }) => {
      const document = thing('a', { keys: ['k'], uniqueKeys: ['u'], body: { list: [{ deep: 1 }] } });
      await given(store, document);
      const handedOut = [
        await byId(store, 'a'),
        await byUniqueKey(store, 'u'),
        ...(await store.list(THINGS, { anyOf: ['k'] }, { limit: 9 })),
      ];
      for (const copy of handedOut) scribble(the(copy));
      expect([await byId(store, 'a'), await byUniqueKey(store, 'u')]).toEqual([document, document]);
      expect([await carrying(store, 'k'), await carrying(store, 'scribbled')]).toEqual([['a'], []]);
      await store.commit([replace(next(document))]);
    },
  },
  {
    id: 'DS-25',
    title: 'resolves check while the store is open, and rejects every call with Unavailable once it is closed',
    run: async ({ store }) => {
      await given(store, thing('a', { keys: ['k'] }));
      await expect(store.check()).resolves.toBeUndefined();
      await store.close();
      for (const refused of [
        () => store.check(),
        () => store.read([{ collection: THINGS, id: 'a' }]),
        () => store.read([]),
        () => store.list(THINGS, { anyOf: ['k'] }, { limit: 1 }),
        () => store.list(THINGS, { anyOf: [] }, { limit: 0 }),
        () => store.count(THINGS, { anyOf: ['k'] }),
        () => store.commit([insert(thing('b'))]),
        () => store.commit([]),
      ]) {
        await expect(refused()).rejects.toMatchObject({ constructor: Unavailable, dependency: 'documents' });
      }
      await expect(store.close()).resolves.toBeUndefined();
    },
  },
];
