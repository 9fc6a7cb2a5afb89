import { expect } from '@jest/globals';
import type { Promised } from '../base/promise.ts';
import {
  at,
  type DocumentStoreHarness,
  given,
  idsOf,
  insert,
  next,
  OTHERS,
  replace,
  THINGS,
  the,
  thing,
} from './builders.ts';

/** Ids in the order of their UTF-8 bytes. */
const IDS = ['', '10', '9', 'A', 'a', 'a\u0000', 'aa', 'ä', '\uffee', '\u{1f600}'];

export const outdated: readonly Promised<DocumentStoreHarness>[] = [
  {
    id: 'DS-26',
    title: 'finds documents of an older schema, with and without keys, in one collection only',
    run: async ({ store }) => {
      const [one, two] = await given(
        store,
        thing('one', { schema: 1 }),
        thing('two', { schema: 2, keys: ['k'], uniqueKeys: ['u'] }),
        thing('three', { schema: 3, keys: ['k'] }),
      );
      await store.commit([insert(thing('elsewhere'), OTHERS)]);
      expect(await store.outdated(THINGS, { below: 3, limit: 9 })).toEqual([one, two]);
      expect(await store.outdated(THINGS, { below: 2, limit: 9 })).toEqual([one]);
      expect(await store.outdated(THINGS, { below: 1, limit: 9 })).toEqual([]);
      expect(await store.outdated('nothing', { below: 9, limit: 9 })).toEqual([]);
      await store.commit([replace(next(the(one), { schema: 3 }))]);
      expect(await store.outdated(THINGS, { below: 3, limit: 9 })).toEqual([two]);
    },
  },
  {
    id: 'DS-26',
    title: 'continues after an id in byte order, also when that document has been rewritten meanwhile',
    run: async ({ store }) => {
      const documents = IDS.toReversed().map((id, n) => thing(id, { position: at(1000 - n) }));
      await given(store, ...documents);
      expect(idsOf(await store.outdated(THINGS, { below: 2, limit: 99 }))).toEqual(IDS);
      expect(await store.outdated(THINGS, { below: 2, limit: 0 })).toEqual([]);
      const seen: string[] = [];
      for (;;) {
        const after = seen.at(-1);
        const found = await store.outdated(THINGS, { below: 2, limit: 3, ...(after !== undefined && { after }) });
        if (found.length === 0) break;
        seen.push(...idsOf(found));
        // In some rounds the document at the cursor is no longer outdated.
        await store.commit([replace(next(the(found.at(seen.length === 3 ? -1 : 0)), { schema: 2 }))]);
      }
      expect(seen).toEqual(IDS);
    },
  },
];
