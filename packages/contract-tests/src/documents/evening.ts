import { expect } from '@jest/globals';
import type { Ref } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { aDocument, COLLECTION, type DocumentStoreHarness, insertAll } from './builders.ts';

const ref = (id: string): Ref => ({ collection: COLLECTION, id });

export const evenOutPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-35',
    title: 'takes as many statements for documents in memory as for absent ones, once a read is evened out',
    run: async ({ store, statements }) => {
      // A store that remembers no documents has nothing to even out.
      expect(store.evenOut === undefined || statements !== undefined).toBe(true);
      const count = statements ?? (() => 0);
      await insertAll(store, aDocument('of-the-caller'), aDocument('a'), aDocument('b'));
      const workOf = async (refs: readonly Ref[]): Promise<number> => {
        const before = count();
        await store.evenOut?.([await store.read(refs)]);
        return count() - before;
      };
      const shapes: readonly ((id: string) => readonly Ref[])[] = [
        (id) => [ref(id)],
        (id) => [ref('of-the-caller'), ref(id)],
        (id) => [ref(id), ref('of-the-caller'), ref(id), ref(id)],
      ];
      for (const [index, shape] of shapes.entries()) {
        await store.read([ref('a'), ref('of-the-caller')]);
        const inMemory = await workOf(shape('a'));
        expect(await workOf(shape(`absent-${index}`))).toBe(inMemory);
      }
    },
  },
];
