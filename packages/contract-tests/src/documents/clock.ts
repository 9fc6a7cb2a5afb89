import { expect } from '@jest/globals';
import type { PromiseTest } from '../base/promise.ts';
import type { DocumentStoreHarness } from './builders.ts';

/** Maximum difference in milliseconds between the clocks of this machine and of a test server. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

export const clockPromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-32',
    title: 'tells the time of its server, or has none',
    run: async ({ store }) => {
      await store.check();
      const before = Date.now();
      const seen = store.now === undefined ? before : await store.now();
      expect(Number.isSafeInteger(seen)).toBe(true);
      expect(Math.abs(seen - before)).toBeLessThan(MAX_CLOCK_DIFFERENCE_MS);
    },
  },
];
