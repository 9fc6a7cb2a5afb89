import { describe, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { checkpointName, longestCheckpoint, sizeOfCheckpoint } from './checkpoint-names.ts';

const ORIGIN = 'rooms.example/api/v1/audit/0123abcd';

test('names of checkpoints hold the size and sort by it, and other names hold no size', () => {
  const names = [9, 10, 2 ** 53 - 1].map((size) => checkpointName(ORIGIN, size));
  expect(names.toSorted()).toEqual(names);
  expect(names.map((name) => sizeOfCheckpoint(ORIGIN, name))).toEqual([9, 10, 2 ** 53 - 1]);
  expect(sizeOfCheckpoint(`${ORIGIN}0`, names[0] ?? '')).toBeUndefined();
  expect(sizeOfCheckpoint(ORIGIN, 'README.checkpoint')).toBeUndefined();
});

describe('the longest checkpoint', () => {
  /** Lists sizes as a bucket does, in pages, and counts the requests. */
  const kept = (sizes: readonly number[], page: number) => {
    const names = sizes.map((size) => checkpointName(ORIGIN, size));
    const state = { requests: 0 };
    return {
      state,
      list: async (after: string) => {
        state.requests += 1;
        const first = names.findIndex((name) => name > after);
        const rest = first === -1 ? [] : names.slice(first, first + page + 1);
        return { names: rest.slice(0, page), hasMore: rest.length > page };
      },
    };
  };

  test.each([
    [[]],
    [[1]],
    [[1, 2, 3]],
    [[5, 1000, 1001]],
    [[1, 2, 2 ** 40]],
    [[1, 2, 3, 2 ** 53 - 1]],
    [Array.from({ length: 300 }, (_, at) => at * at + 1)],
    [[...Array.from({ length: 50 }, (_, at) => at + 1), 70_000, 70_001, 70_002, 70_003]],
  ])('is found among %j', async (sizes) => {
    for (const page of [1, 2, 7, 1000]) {
      const { list } = kept(sizes, page);
      expect(await longestCheckpoint(ORIGIN, list)).toBe(sizes.at(-1));
      for (const below of [1, 2, 3, 1000, 1001, 70_001, sizes.at(-1) ?? 0])
        expect(await longestCheckpoint(ORIGIN, list, below)).toBe(sizes.findLast((size) => size < below));
    }
  });

  test.each([
    ['the same page again and again', async () => ({ names: [checkpointName(ORIGIN, 7)], hasMore: true })],
    [
      'names without an end',
      (() => {
        let size = 0;
        return async () => ({ names: [checkpointName(ORIGIN, ++size)], hasMore: true });
      })(),
    ],
  ])('of a place that answers %s is not searched for ever', async (_what, list) => {
    await expect(longestCheckpoint(ORIGIN, list)).rejects.toThrow(Unavailable);
  });

  test('is found after names of something else', async () => {
    const names = [
      ...Array.from({ length: 40 }, (_, at) => `${checkpointName(ORIGIN, 3)}.${String(at).padStart(2, '0')}`),
      checkpointName(ORIGIN, 7),
    ];
    const list = async (after: string) => {
      const rest = names.filter((name) => name > after);
      return { names: rest.slice(0, 4), hasMore: rest.length > 4 };
    };
    expect(await longestCheckpoint(ORIGIN, list)).toBe(7);
  });

  test('is found with a few requests among those of a year, one a minute', async () => {
    const { list, state } = kept(
      Array.from({ length: 525_600 }, (_, at) => 10 + at * 37 + (at % 11)),
      1000,
    );
    expect(await longestCheckpoint(ORIGIN, list)).toBe(10 + 525_599 * 37 + (525_599 % 11));
    expect(state.requests).toBeLessThan(40);
  });
});
