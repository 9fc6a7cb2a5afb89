import { expect } from '@jest/globals';
import type { DocumentStore, Page, StoredDocument } from '@strongroom/ports';
import type { Promised } from '../base/promise.ts';
import { at, type DocumentStoreHarness, given, idsOf, THINGS, thing } from './builders.ts';

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
  store.list(THINGS, { anyOf }, page);

export const lists: readonly Promised<DocumentStoreHarness>[] = [
  {
    id: 'DS-14',
    title: 'lists a document once, however many of the keys it has',
    run: async ({ store }) => {
      const [a, b, c] = await given(
        store,
        thing('a', { keys: ['k', 'l', 'm'], position: at(1) }),
        thing('b', { keys: ['l'], position: at(2) }),
        thing('c', { keys: ['m', 'k'], position: at(3) }),
      );
      await given(store, thing('d', { keys: ['other'] }));
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
      await given(
        store,
        ...positions.map((position) =>
          thing(`at ${position}`, { position: at(position), keys: [position % 2 === 0 ? 'k' : 'l'] }),
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
      await given(store, ...ids.map((id, n) => thing(id, { keys: ['all', n % 2 === 0 ? 'k' : 'l'] })));
      for (const keys of [['all'], ['k', 'l']]) {
        expect(idsOf(await list(store, { limit: 99, order: 'oldest' }, ...keys))).toEqual(IN_BYTE_ORDER);
        expect(idsOf(await list(store, { limit: 99 }, ...keys))).toEqual(IN_BYTE_ORDER.toReversed());
      }
      for (const [n, id] of IN_BYTE_ORDER.entries()) {
        const after = { position: at(1000), id };
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
