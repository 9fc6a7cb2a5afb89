import { type Promised, registerSuite } from './base/promise.ts';
import { clearing } from './limits/clearing.ts';
import { counting } from './limits/counting.ts';
import { givingBack } from './limits/giving-back.ts';
import type { RateLimiterHarness } from './limits/harness.ts';
import { windows } from './limits/windows.ts';

export type { RateLimiterHarness } from './limits/harness.ts';

/** Every promise of the rate limiter as a test, in the order of their ids. */
export const rateLimiterPromises: readonly Promised<RateLimiterHarness>[] = [
  ...counting,
  ...windows,
  ...givingBack,
  ...clearing,
].toSorted((a, b) => a.id.localeCompare(b.id));

/** Registers the suite with Jest for one adapter. */
export const rateLimiterSuite = (name: string, harness: () => Promise<RateLimiterHarness>): void =>
  registerSuite(name, rateLimiterPromises, harness);
