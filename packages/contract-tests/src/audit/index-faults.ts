import { expect } from '@jest/globals';
import type { DocumentStore } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { numbersBelow } from '../documents/builders.ts';
import { ALL_EVENTS, type AuditLogHarness, anEvent, listEvents, randomId, roomTarget, userActor } from './builders.ts';

/** Every answer of a log that its index gives, and what does not depend on the index. */
const answersOf = async (store: DocumentStore) => ({
  all: await listEvents(store),
  count: await store.audit.count(ALL_EVENTS, 1000),
  texts: await store.audit.texts(0, 1000),
  root: Buffer.from((await store.audit.head()).root).toString('hex'),
});

const filled = (store: DocumentStore, blockSize: number): Promise<void> =>
  store.commit(
    [],
    numbersBelow(3 * blockSize + 7).map((n) =>
      n % 4 === 0 ? anEvent({ target: roomTarget(randomId(), 'C3'), actor: userActor() }) : anEvent(),
    ),
  );

export const indexFaultPromises: readonly PromiseTest<AuditLogHarness>[] = [
  {
    id: 'AL-20',
    title: 'finds no fault in the index of a log, before and after an erasure, and changes nothing',
    run: async ({ store, sibling, blockSize, reopen }) => {
      await filled(store, blockSize);
      const assertSound = async (each: DocumentStore) => {
        const before = await answersOf(each);
        for (const most of [0, 1, 100]) {
          const { blocks, compared, faults } = await each.audit.examineIndex(most);
          expect(faults).toEqual([]);
          expect(compared).toBeLessThanOrEqual(Math.min(blocks, most));
          if (most > 0 && blocks > 0) expect(compared).toBeGreaterThan(0);
          expect(blocks).toBeLessThanOrEqual(3);
        }
        expect(await answersOf(each)).toEqual(before);
      };
      await assertSound(store);
      await store.audit.erase([0, 1, blockSize + 1, 3 * blockSize], 'event');
      await assertSound(store);
      await assertSound(sibling);
      await assertSound(await reopen());
    },
  },
  {
    id: 'AL-21',
    title: 'stores the index of a block again without changing an answer',
    run: async ({ store, sibling, blockSize, reopen }) => {
      await filled(store, blockSize);
      await store.audit.erase([2, blockSize], 'event');
      const before = await answersOf(store);
      for (const block of [0, 1, 2, 3, 4, 0]) await sibling.audit.mendIndex(block);
      const assertSame = async (each: DocumentStore) => {
        expect(await answersOf(each)).toEqual(before);
        expect((await each.audit.examineIndex(100)).faults).toEqual([]);
      };
      await assertSame(store);
      await assertSame(sibling);
      await assertSame(await reopen());
    },
  },
];
