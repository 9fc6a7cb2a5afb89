import { jest, test } from '@jest/globals';
import { expectFound, expectRewritesFound } from './tampering.ts';

jest.setTimeout(600_000);

const seeds = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

// oxlint-disable-next-line jest/expect-expect -- in the function
test('10 000 random edits, drops, additions, swaps and truncations are found', async () => {
  await expectFound(seeds(1_000_000, 10_000));
});

// oxlint-disable-next-line jest/expect-expect -- in the function
test('500 logs that were rewritten with their own key or cut back contradict an outside checkpoint', async () => {
  await expectRewritesFound(seeds(1_000_000, 500));
});
