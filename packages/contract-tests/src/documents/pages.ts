import { expect } from '@jest/globals';
import type { DocumentStore, Page, StoredDocument } from '@strongroom/ports';
import type { Promised } from '../base/promise.ts';
import {
  at,
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

const list = (store: DocumentStore, page: Page, ...anyOf: readonly string[]): Promise<readonly StoredDocument[]> =>
  store.list(THINGS, { anyOf }, page);

/** d0 … d(n−1) at 0, 10, 20 …, all with key `k`. */
const row = (n: number): readonly StoredDocument[] =>
  upTo(n).map((index) => thing(`d${index}`, { position: at(index * 10), keys: ['k'] }));

export const pages: readonly Promised<DocumentStoreHarness>[] = [
  {
    id: 'DS-16',
    title: 'shows each document once on pages that continue after the last one, in both orders',
    run: async ({ store }) => {
      const documents = upTo(23).map((n) =>
        thing(`d${n}`, { position: at(Math.floor(n / 4)), keys: n % 3 === 0 ? ['k', 'l'] : ['l'] }),
      );
      await given(store, ...documents);
      for (const order of ['newest', 'oldest'] as const) {
        const whole = await list(store, { limit: 99, order }, 'k', 'l');
        const seen: StoredDocument[] = [];
        for (const _ of upTo(20)) {
          const page: Page = { limit: 4, order, ...(seen.length > 0 && { after: the(seen.at(-1)) }) };
          const more = await list(store, page, 'k', 'l');
          if (more.length === 0) break;
          seen.push(...more);
        }
        expect(seen).toEqual(whole);
        expect(new Set(idsOf(seen)).size).toBe(23);
      }
    },
  },
  {
    id: 'DS-16',
    title: 'continues after a position while documents are added, changed and removed, that position included',
    run: async ({ store }) => {
      const documents = await given(store, ...row(8));
      const page = await list(store, { limit: 3 }, 'k');
      expect(idsOf(page)).toEqual(['d7', 'd6', 'd5']);
      await store.commit([
        remove(the(documents[5])),
        remove(the(documents[3])),
        replace(next(the(documents[6]), { position: at(5) })),
        replace(next(the(documents[4]), { body: 'changed' })),
        replace(next(the(documents[1]), { position: at(900) })),
        insert(thing('early', { position: at(45), keys: ['k'] })),
        insert(thing('late', { position: at(65), keys: ['k'] })),
        insert(thing('d4x', { position: at(50), keys: ['k'] })),
      ]);
      const after = the(page.at(-1));
      expect(idsOf(await list(store, { limit: 99, after }, 'k'))).toEqual(['d4x', 'early', 'd4', 'd2', 'd6', 'd0']);
      expect(idsOf(await list(store, { limit: 99, after, order: 'oldest' }, 'k'))).toEqual(['late', 'd7', 'd1']);
      expect(idsOf(await list(store, { limit: 2, offset: 1, after }, 'k'))).toEqual(['early', 'd4']);
    },
  },
  {
    id: 'DS-17',
    title: 'skips `offset` documents and returns at most `limit`, none for limit 0',
    run: async ({ store }) => {
      await given(store, ...row(7).map((document, n) => ({ ...document, keys: n % 2 === 0 ? ['k', 'l'] : ['k'] })));
      for (const keys of [['k'], ['k', 'l']]) {
        expect(idsOf(await list(store, { limit: 3 }, ...keys))).toEqual(['d6', 'd5', 'd4']);
        expect(idsOf(await list(store, { limit: 3, offset: 2 }, ...keys))).toEqual(['d4', 'd3', 'd2']);
        expect(idsOf(await list(store, { limit: 3, offset: 6 }, ...keys))).toEqual(['d0']);
        expect(idsOf(await list(store, { limit: 7, offset: 0, order: 'oldest' }, ...keys))).toHaveLength(7);
        expect(await list(store, { limit: 3, offset: 7 }, ...keys)).toEqual([]);
        expect(await list(store, { limit: 0 }, ...keys)).toEqual([]);
        expect(await list(store, { limit: 0, offset: 2 }, ...keys)).toEqual([]);
      }
    },
  },
];
