import { expect } from '@jest/globals';
import type { Promised } from '../base/promise.ts';
import type { DocumentStoreHarness } from './builders.ts';

/** Servers of tests run on this machine, or one that agrees with it. */
const AGREES_MS = 60_000;

export const clock: readonly Promised<DocumentStoreHarness>[] = [
  {
    id: 'DS-32',
    title: 'tells the time of its server, or has none',
    run: async ({ store }) => {
      await store.check();
      const before = Date.now();
      const seen = store.now === undefined ? before : await store.now();
      expect(Number.isSafeInteger(seen)).toBe(true);
      expect(Math.abs(seen - before)).toBeLessThan(AGREES_MS);
    },
  },
];
