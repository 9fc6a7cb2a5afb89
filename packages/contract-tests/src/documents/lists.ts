import { expect } from '@jest/globals';
import type { DocumentStore, Page, StoredDocument } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { aDocument, COLLECTION, type DocumentStoreHarness, idsOf, insertAll, instantAt } from './builders.ts';

/** Keys in UTF-8 byte order. JavaScript's `<` swaps the last two. */
const IN_BYTE_ORDER = [
  '',
  ' ',
  '-',
  '1',
  '10',
  '9',
  'A',
  'Z',
  '_',
  'a',
  'a\u0000',
  'aa',
  'ä',
  '漢',
  '\uffee',
  '\u{1f600}',
];

const list = (store: DocumentStore, page: Page, ...anyOf: readonly string[]): Promise<readonly StoredDocument[]> =>
  store.list(COLLECTION, { anyOf }, page);

export const listPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-14',
    title: 'lists a document once, however many of the keys it has',
    run: async ({ store }) => {
      const [a, b, c] = await insertAll(
        store,
        aDocument('a', { keys: ['k', 'l', 'm'], position: instantAt(1) }),
        aDocument('b', { keys: ['l'], position: instantAt(2) }),
        aDocument('c', { keys: ['m', 'k'], position: instantAt(3) }),
      );
      await insertAll(store, aDocument('d', { keys: ['other'] }));
      expect(await list(store, { limit: 10 }, 'k', 'l', 'm')).toEqual([c, b, a]);
      expect(await list(store, { limit: 2 }, 'k', 'l', 'm', 'k')).toEqual([c, b]);
      expect(await list(store, { limit: 10, offset: 1, order: 'oldest' }, 'k', 'm')).toEqual([c]);
      expect(await list(store, { limit: 10 }, 'k', 'k')).toEqual([c, a]);
    },
  },
  {
    id: 'DS-15',
    title: 'lists by position, newest first unless `oldest` is requested',
    run: async ({ store }) => {
      const positions = [5, -3, 0, 1e15, 7, -1e15, 10, 9];
      await insertAll(
        store,
        ...positions.map((position) =>
          aDocument(`at ${position}`, { position: instantAt(position), keys: [position % 2 === 0 ? 'k' : 'l'] }),
        ),
      );
      const oldest = positions.toSorted((a, b) => a - b).map((position) => `at ${position}`);
      expect(idsOf(await list(store, { limit: 99, order: 'oldest' }, 'k', 'l'))).toEqual(oldest);
      expect(idsOf(await list(store, { limit: 99, order: 'newest' }, 'k', 'l'))).toEqual(oldest.toReversed());
      expect(idsOf(await list(store, { limit: 99 }, 'k', 'l'))).toEqual(oldest.toReversed());
    },
  },
  {
    id: 'DS-15',
    title: 'orders documents at the same position by the bytes of their ids, in the same direction',
    run: async ({ store }) => {
      const ids = [
        ...IN_BYTE_ORDER.filter((_, n) => n % 3 === 1),
        ...IN_BYTE_ORDER.filter((_, n) => n % 3 !== 1).toReversed(),
      ];
      await insertAll(store, ...ids.map((id, n) => aDocument(id, { keys: ['all', n % 2 === 0 ? 'k' : 'l'] })));
      for (const keys of [['all'], ['k', 'l']]) {
        expect(idsOf(await list(store, { limit: 99, order: 'oldest' }, ...keys))).toEqual(IN_BYTE_ORDER);
        expect(idsOf(await list(store, { limit: 99 }, ...keys))).toEqual(IN_BYTE_ORDER.toReversed());
      }
      for (const [n, id] of IN_BYTE_ORDER.entries()) {
        const after = { position: instantAt(1000), id };
        expect(idsOf(await list(store, { limit: 99, after, order: 'oldest' }, 'k', 'l'))).toEqual(
          IN_BYTE_ORDER.slice(n + 1),
        );
        expect(idsOf(await list(store, { limit: 99, after }, 'k', 'l'))).toEqual(
          IN_BYTE_ORDER.slice(0, n).toReversed(),
        );
      }
    },
  },
];
