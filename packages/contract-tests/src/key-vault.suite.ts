import { type NotShown, type Promised, registerSuite } from './base/promise.ts';
import { destroying } from './keys/destroying.ts';
import type { KeyVaultHarness } from './keys/harness.ts';
import { wrapping } from './keys/wrapping.ts';

export type { KeyVaultHarness } from './keys/harness.ts';

/** Every promise of the key vault as a test, in the order of their ids. */
export const keyVaultPromises: readonly Promised<KeyVaultHarness>[] = [...wrapping, ...destroying].toSorted((a, b) =>
  a.id.localeCompare(b.id),
);

/** Registers the suite with Jest for one adapter. */
export const keyVaultSuite = (name: string, harness: () => Promise<KeyVaultHarness>, notShown: NotShown = {}): void =>
  registerSuite(name, keyVaultPromises, harness, notShown);
