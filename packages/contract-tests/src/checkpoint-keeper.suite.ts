import { expect } from '@jest/globals';
import type { CheckpointKeeper } from '@strongroom/ports';
import { type PromiseTest, registerSuite } from './base/promise.ts';
import { isRefused } from './base/refused.ts';

export type CheckpointKeeperHarness = {
  /** A keeper of an empty place. */
  keeper: CheckpointKeeper;
  /** Another keeper of the same place, as in another process. */
  other: CheckpointKeeper;
  /** A keeper of a place that no client can reach. */
  unreachable: CheckpointKeeper;
  end: () => Promise<void>;
};

const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';
const LONGER = `${ORIGIN}0`;

const keepAll = async (keeper: CheckpointKeeper, sizes: readonly number[], origin = ORIGIN): Promise<void> => {
  for (const size of sizes) await keeper.keep({ origin, size, note: `note ${size} of ${origin}\n` });
};

const noteOf = (size: number, origin = ORIGIN) => ({ size, note: `note ${size} of ${origin}\n` });

/** Every promise of a keeper of checkpoints as a test, in the order of their ids. */
export const checkpointKeeperPromises: readonly PromiseTest<CheckpointKeeperHarness>[] = [
  {
    id: 'CK-01',
    title: 'returns the longest checkpoint of a log by its number of events, and none before the first',
    run: async ({ keeper, other }) => {
      expect(await keeper.latest?.(ORIGIN)).toBeUndefined();
      await keepAll(keeper, [9, 100, 10]);
      expect(await keeper.latest?.(ORIGIN)).toEqual(noteOf(100));
      expect(await other.latest?.(ORIGIN)).toEqual(noteOf(100));
    },
  },
  {
    id: 'CK-01',
    title: 'returns a checkpoint word for word',
    run: async ({ keeper }) => {
      const note = `${ORIGIN}\n3\nAAAA\n\n— ünïcode\n\n`;
      await keeper.keep({ origin: ORIGIN, size: 3, note });
      expect(await keeper.latest?.(ORIGIN)).toEqual({ size: 3, note });
    },
  },
  {
    id: 'CK-02',
    title: 'returns the longest below a number of events',
    run: async ({ keeper }) => {
      await keepAll(keeper, [9, 10, 100]);
      expect(await keeper.latest?.(ORIGIN, 100)).toEqual(noteOf(10));
      expect(await keeper.latest?.(ORIGIN, 101)).toEqual(noteOf(100));
      expect(await keeper.latest?.(ORIGIN, 9)).toBeUndefined();
    },
  },
  {
    id: 'CK-03',
    title: 'keeps the first checkpoint of a size when it is repeated',
    run: async ({ keeper, other }) => {
      await keepAll(keeper, [7]);
      await keepAll(keeper, [7]);
      await other.keep({ origin: ORIGIN, size: 7, note: 'another text' });
      expect(await keeper.latest?.(ORIGIN)).toEqual(noteOf(7));
    },
  },
  {
    id: 'CK-04',
    title: 'keeps the checkpoints of logs apart whose names begin alike',
    run: async ({ keeper }) => {
      await keepAll(keeper, [5]);
      await keepAll(keeper, [5000], LONGER);
      expect(await keeper.latest?.(ORIGIN)).toEqual(noteOf(5));
      expect(await keeper.latest?.(LONGER)).toEqual(noteOf(5000, LONGER));
    },
  },
  {
    id: 'CK-05',
    title: 'keeps one whole checkpoint of those that come at the same time',
    run: async ({ keeper, other }) => {
      const notes = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(2_000));
      await Promise.all(
        notes.map((note, index) => (index % 2 === 0 ? keeper : other).keep({ origin: ORIGIN, size: 4, note })),
      );
      const kept = await keeper.latest?.(ORIGIN);
      expect(notes).toContain(kept?.note);
      expect(await other.latest?.(ORIGIN)).toEqual(kept);
    },
  },
  {
    id: 'CK-06',
    title: 'rejects where the place cannot be reached',
    run: async ({ unreachable }) => {
      expect(await isRefused(unreachable.keep({ origin: ORIGIN, size: 1, note: 'x' }))).toBe(true);
      if (unreachable.latest !== undefined) expect(await isRefused(unreachable.latest(ORIGIN))).toBe(true);
    },
  },
];

/** Registers the suite with Jest for one adapter. */
export const checkpointKeeperSuite = (name: string, harness: () => Promise<CheckpointKeeperHarness>): void =>
  registerSuite(name, checkpointKeeperPromises, harness);
