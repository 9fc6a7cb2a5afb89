import { type PromiseTest, registerSuite } from './base/promise.ts';
import { clearingPromises } from './limits/clearing.ts';
import { countingPromises } from './limits/counting.ts';
import { giveBackPromises } from './limits/giving-back.ts';
import type { RateLimiterHarness } from './limits/harness.ts';
import { windowPromises } from './limits/windows.ts';

export type { RateLimiterHarness } from './limits/harness.ts';

/** Every promise of the rate limiter as a test, in the order of their ids. */
export const rateLimiterPromises: readonly PromiseTest<RateLimiterHarness>[] = [
  ...countingPromises,
  ...windowPromises,
  ...giveBackPromises,
  ...clearingPromises,
].toSorted((a, b) => a.id.localeCompare(b.id));

/** Registers the suite with Jest for one adapter. */
export const rateLimiterSuite = (name: string, harness: () => Promise<RateLimiterHarness>): void =>
  registerSuite(name, rateLimiterPromises, harness);
