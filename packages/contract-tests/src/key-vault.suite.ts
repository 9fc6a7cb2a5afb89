import { type PromiseTest, registerSuite, type UnshownPromises } from './base/promise.ts';
import { keyDestructionPromises } from './keys/destroying.ts';
import type { KeyVaultHarness } from './keys/harness.ts';
import { keyWrappingPromises } from './keys/wrapping.ts';

export type { KeyVaultHarness } from './keys/harness.ts';

/** Every promise of the key vault as a test, in the order of their ids. */
export const keyVaultPromises: readonly PromiseTest<KeyVaultHarness>[] = [
  ...keyWrappingPromises,
  ...keyDestructionPromises,
].toSorted((a, b) => a.id.localeCompare(b.id));

/** Registers the suite with Jest for one adapter. */
export const keyVaultSuite = (
  name: string,
  harness: () => Promise<KeyVaultHarness>,
  notShown: UnshownPromises = {},
): void => registerSuite(name, keyVaultPromises, harness, notShown);
