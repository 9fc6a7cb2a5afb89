import { test } from '@jest/globals';
import { expectFound, expectRewritesFound } from './tampering.ts';

const seeds = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

// oxlint-disable-next-line jest/expect-expect -- in the function
test('400 random edits, drops, additions, swaps and truncations are found', async () => {
  await expectFound(seeds(0, 400));
});

// oxlint-disable-next-line jest/expect-expect -- in the function
test('20 logs that were rewritten with their own key or cut back contradict an outside checkpoint', async () => {
  await expectRewritesFound(seeds(0, 20));
});
