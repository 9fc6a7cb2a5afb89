import { expect } from '@jest/globals';
import type { DocumentStore, Page, StoredDocument } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import {
  aDocument,
  COLLECTION,
  type DocumentStoreHarness,
  definedValue,
  idsOf,
  insert,
  insertAll,
  instantAt,
  nextVersion,
  numbersBelow,
  remove,
  replace,
} from './builders.ts';

const list = (store: DocumentStore, page: Page, ...anyOf: readonly string[]): Promise<readonly StoredDocument[]> =>
  store.list(COLLECTION, { anyOf }, page);

/** d0 … d(n−1) at 0, 10, 20 …, all with key `k`. */
const row = (n: number): readonly StoredDocument[] =>
  numbersBelow(n).map((index) => aDocument(`d${index}`, { position: instantAt(index * 10), keys: ['k'] }));

export const pagePromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-16',
    title: 'shows each document once on pages that continue after the last one, in both orders',
    run: async ({ store }) => {
      const documents = numbersBelow(23).map((n) =>
        aDocument(`d${n}`, { position: instantAt(Math.floor(n / 4)), keys: n % 3 === 0 ? ['k', 'l'] : ['l'] }),
      );
      await insertAll(store, ...documents);
      for (const order of ['newest', 'oldest'] as const) {
        const whole = await list(store, { limit: 99, order }, 'k', 'l');
        const seen: StoredDocument[] = [];
        for (const _ of numbersBelow(20)) {
          const page: Page = { limit: 4, order, ...(seen.length > 0 && { after: definedValue(seen.at(-1)) }) };
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
      const documents = await insertAll(store, ...row(8));
      const page = await list(store, { limit: 3 }, 'k');
      expect(idsOf(page)).toEqual(['d7', 'd6', 'd5']);
      await store.commit([
        remove(definedValue(documents[5])),
        remove(definedValue(documents[3])),
        replace(nextVersion(definedValue(documents[6]), { position: instantAt(5) })),
        replace(nextVersion(definedValue(documents[4]), { body: 'changed' })),
        replace(nextVersion(definedValue(documents[1]), { position: instantAt(900) })),
        insert(aDocument('early', { position: instantAt(45), keys: ['k'] })),
        insert(aDocument('late', { position: instantAt(65), keys: ['k'] })),
        insert(aDocument('d4x', { position: instantAt(50), keys: ['k'] })),
      ]);
      const after = definedValue(page.at(-1));
      expect(idsOf(await list(store, { limit: 99, after }, 'k'))).toEqual(['d4x', 'early', 'd4', 'd2', 'd6', 'd0']);
      expect(idsOf(await list(store, { limit: 99, after, order: 'oldest' }, 'k'))).toEqual(['late', 'd7', 'd1']);
      expect(idsOf(await list(store, { limit: 2, offset: 1, after }, 'k'))).toEqual(['early', 'd4']);
    },
  },
  {
    id: 'DS-17',
    title: 'skips `offset` documents and returns at most `limit`, none for limit 0',
    run: async ({ store }) => {
      await insertAll(store, ...row(7).map((document, n) => ({ ...document, keys: n % 2 === 0 ? ['k', 'l'] : ['k'] })));
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
