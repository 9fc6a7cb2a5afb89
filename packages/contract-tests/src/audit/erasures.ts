import { expect } from '@jest/globals';
import type { AuditEvent } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { numbersBelow } from '../documents/builders.ts';
import { ALL_EVENTS, type AuditLogHarness, anEvent, listEvents, randomId, roomTarget } from './builders.ts';

const hex = (hashes: readonly Uint8Array[]): string => Buffer.concat(hashes.map((hash) => hash)).toString('base64');

/** The parts of a log that an erasure must not change. */
const proven = async ({ audit }: DocumentStore) => {
  const { size, root } = await audit.head();
  const tile = (await audit.tile(0, 0, Math.min(size, 256))) ?? new Uint8Array();
  return { size, root: hex([root]), entries: hex(await audit.entries(0, 1000)), tile: hex([tile]) };
};

const seqsOf = (events: readonly AuditEvent[]): readonly number[] => events.map(({ seq }) => seq);

export const auditErasurePromises: readonly PromiseTest<AuditLogHarness>[] = [
  {
    id: 'AL-17',
    title: 'erases events from texts, lists and counts, in closed and open blocks, and nothing that proves them',
    run: async ({ store, sibling, blockSize, reopen }) => {
      const size = 2 * blockSize + 9;
      const roomId = randomId<NonNullable<AuditEvent['target']['roomId']>>();
      const target = roomTarget(roomId, 'C3');
      await store.commit(
        [],
        numbersBelow(size).map((n) => (n % 3 === 0 ? anEvent({ target }) : anEvent())),
      );
      const before = await proven(store);
      const room = { ...ALL_EVENTS, roomId };
      const ofRoom = seqsOf(await listEvents(sibling, room));
      const erased = [0, 3, 4, blockSize + 1, size - 2, size - 1];
      await store.audit.erase(erased, 'event');
      await store.audit.erase(erased.slice(0, 2), 'event');
      const assertErased = async (each: DocumentStore) => {
        const texts = await each.audit.texts(0, 1000);
        expect(numbersBelow(size).filter((seq) => texts[seq] === undefined)).toEqual(erased);
        expect(seqsOf(await listEvents(each))).toEqual(
          numbersBelow(size)
            .filter((seq) => !erased.includes(seq))
            .toReversed(),
        );
        expect(await each.audit.count(ALL_EVENTS, 1000)).toBe(size - erased.length);
        const left = ofRoom.filter((seq) => !erased.includes(seq));
        expect(seqsOf(await listEvents(each, room))).toEqual(left);
        expect(await each.audit.count(room, 1000)).toBe(left.length);
        expect(await proven(each)).toEqual(before);
      };
      await assertErased(store);
      await assertErased(sibling);
      await assertErased(await reopen());
    },
  },
  {
    id: 'AL-17',
    title: 'erases the address of an event alone',
    run: async ({ store, sibling }) => {
      await store.commit([], [anEvent(), anEvent()]);
      const texts = await store.audit.texts(0, 2);
      await store.audit.erase([0], 'address');
      for (const each of [store, sibling]) {
        expect((await listEvents(each)).map(({ request }) => request?.ip)).toEqual(['192.0.2.7', null]);
        expect(await each.audit.texts(0, 2)).toEqual(texts);
      }
    },
  },
];
