import { expect } from '@jest/globals';
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
  OTHER_COLLECTION,
  replace,
} from './builders.ts';

/** Ids in the order of their UTF-8 bytes. */
const IDS = ['', '10', '9', 'A', 'a', 'a\u0000', 'aa', 'ä', '\uffee', '\u{1f600}'];

export const outdatedPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-26',
    title: 'finds documents of an older schema, with and without keys, in one collection only',
    run: async ({ store }) => {
      const [one, two] = await insertAll(
        store,
        aDocument('one', { schema: 1 }),
        aDocument('two', { schema: 2, keys: ['k'], uniqueKeys: ['u'] }),
        aDocument('three', { schema: 3, keys: ['k'] }),
      );
      await store.commit([insert(aDocument('elsewhere'), OTHER_COLLECTION)]);
      expect(await store.outdated(COLLECTION, { below: 3, limit: 9 })).toEqual([one, two]);
      expect(await store.outdated(COLLECTION, { below: 2, limit: 9 })).toEqual([one]);
      expect(await store.outdated(COLLECTION, { below: 1, limit: 9 })).toEqual([]);
      expect(await store.outdated('nothing', { below: 9, limit: 9 })).toEqual([]);
      await store.commit([replace(nextVersion(definedValue(one), { schema: 3 }))]);
      expect(await store.outdated(COLLECTION, { below: 3, limit: 9 })).toEqual([two]);
    },
  },
  {
    id: 'DS-26',
    title: 'continues after an id in byte order, also when that document has been rewritten meanwhile',
    run: async ({ store }) => {
      const documents = IDS.toReversed().map((id, n) => aDocument(id, { position: instantAt(1000 - n) }));
      await insertAll(store, ...documents);
      expect(idsOf(await store.outdated(COLLECTION, { below: 2, limit: 99 }))).toEqual(IDS);
      expect(await store.outdated(COLLECTION, { below: 2, limit: 0 })).toEqual([]);
      const seen: string[] = [];
      for (;;) {
        const after = seen.at(-1);
        const found = await store.outdated(COLLECTION, { below: 2, limit: 3, ...(after !== undefined && { after }) });
        if (found.length === 0) break;
        seen.push(...idsOf(found));
        // In some rounds the document at the cursor is no longer outdated.
        await store.commit([replace(nextVersion(definedValue(found.at(seen.length === 3 ? -1 : 0)), { schema: 2 }))]);
      }
      expect(seen).toEqual(IDS);
    },
  },
];
