import { describe, expect, test } from '@jest/globals';
import type { RoomId } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { numbersBelow } from '../documents/builders.ts';
import { ALL_EVENTS, anEvent, listEvents, randomId, roomTarget } from './builders.ts';

/** Ways to damage the stored index of a block of a log, without its port. */
export type IndexDamage = Readonly<{
  /** Replaces offsets and count of a posting. */
  posting: (block: number, term: string, count: number, offsets: Uint8Array) => Promise<void>;
  drop: (block: number, term: string) => Promise<void>;
  times: (block: number, times: Uint8Array) => Promise<void>;
  /** Replaces the first and the last moment of a block. */
  bounds: (block: number, earliest: number, latest: number) => Promise<void>;
}>;

export type DamagedIndexHarness = Readonly<{
  store: DocumentStore;
  damage: IndexDamage;
  end: () => Promise<void>;
}>;

const ROOM = randomId<RoomId>();
const LABEL = '|C3';
const OF_ROOM = `r${ROOM}|C3`;

/** Each damage, and the terms whose examination finds it; without terms, the examination of times finds it. */
const DAMAGES: readonly Readonly<{
  title: string;
  terms: readonly string[];
  damage: (damage: IndexDamage, blockSize: number) => Promise<void>;
}>[] = [
  {
    title: 'an event that a list does not show',
    terms: [LABEL],
    // Offsets 0 and 2, although only every third event belongs to the room.
    damage: ({ posting }) => posting(1, LABEL, 2, Uint8Array.of(0, 0, 2, 0)),
  },
  {
    title: 'a count that is not that of the events',
    terms: [OF_ROOM],
    damage: ({ posting }, blockSize) =>
      posting(0, OF_ROOM, 1, Uint8Array.from(numbersBelow(Math.ceil(blockSize / 3)).flatMap((n) => [n * 3, 0]))),
  },
  { title: 'a posting that is missing', terms: [OF_ROOM], damage: ({ drop }) => drop(1, OF_ROOM) },
  {
    title: 'a posting that no event has',
    terms: ['tfile.shredded|C1'],
    damage: ({ posting }) => posting(0, 'tfile.shredded|C1', 1, Uint8Array.of(1, 0)),
  },
  { title: 'bounds that leave its events out', terms: [], damage: ({ bounds }) => bounds(0, 0, 0) },
  { title: 'other moments', terms: [], damage: ({ times }, blockSize) => times(1, new Uint8Array(blockSize * 8)) },
];

/** Registers tests that a damaged index is found and mended. `open` makes an empty log with blocks of `blockSize` events. */
export const damagedIndexTests = (name: string, blockSize: number, open: () => Promise<DamagedIndexHarness>): void => {
  describe(`${name}: a damaged index is found and mended`, () => {
    test.each(DAMAGES)('$title', async ({ terms, damage: damaging }) => {
      const { store, damage, end } = await open();
      try {
        const target = roomTarget(ROOM, 'C3');
        await store.commit(
          [],
          numbersBelow(2 * blockSize + 5).map((n) => anEvent(n % 3 === 0 ? { target } : {})),
        );
        const before = await listEvents(store);
        await storedBlocks(store, 2);
        expect((await store.audit.examineIndex(10)).faults).toEqual([]);
        await damaging(damage, blockSize);
        const { blocks, compared, faults } = await store.audit.examineIndex(10);
        expect({ blocks, compared }).toEqual({ blocks: 2, compared: 2 });
        expect(faults).toHaveLength(1);
        const [fault] = faults;
        expect(fault).toMatchObject({ terms, times: terms.length === 0 });
        expect([fault?.first, fault?.last]).toEqual([
          (fault?.block ?? 0) * blockSize,
          ((fault?.block ?? 0) + 1) * blockSize - 1,
        ]);
        await store.audit.mendIndex(fault?.block ?? -1);
        expect((await store.audit.examineIndex(10)).faults).toEqual([]);
        expect(await listEvents(store, { ...ALL_EVENTS, from: 1 })).toEqual(before);
      } finally {
        await end();
      }
    });
  });
};

/** Blocks are stored after the commits that fill them, by timers of the store. */
async function storedBlocks({ audit }: DocumentStore, wanted: number): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    if ((await audit.examineIndex(0)).blocks >= wanted) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error(`the index of ${wanted} blocks was not stored`);
}
