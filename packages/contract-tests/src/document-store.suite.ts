import { type PromiseTest, registerSuite } from './base/promise.ts';
import type { DocumentStoreHarness } from './documents/builders.ts';
import { clockPromises } from './documents/clock.ts';
import { commitPromises } from './documents/commits.ts';
import { evenOutPromises } from './documents/evening.ts';
import { expectationPromises } from './documents/expectations.ts';
import { storedFormPromises } from './documents/kept.ts';
import { documentLimitPromises } from './documents/limits.ts';
import { listPromises } from './documents/lists.ts';
import { outdatedPromises } from './documents/outdated.ts';
import { pagePromises } from './documents/pages.ts';
import { readPromises } from './documents/reads.ts';
import { selectionPromises } from './documents/selections.ts';
import { sequencePromises } from './documents/sequences.ts';
import { concurrentCommitPromises } from './documents/several.ts';
import { uniqueKeyPromises } from './documents/unique-keys.ts';

export type { DocumentStoreHarness } from './documents/builders.ts';

/** Every promise of the document store as a test, in the order of their ids. */
export const documentStorePromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  ...storedFormPromises,
  ...readPromises,
  ...commitPromises,
  ...expectationPromises,
  ...uniqueKeyPromises,
  ...concurrentCommitPromises,
  ...listPromises,
  ...pagePromises,
  ...selectionPromises,
  ...documentLimitPromises,
  ...sequencePromises,
  ...outdatedPromises,
  ...clockPromises,
  ...evenOutPromises,
].toSorted((a, b) => a.id.localeCompare(b.id));

/** Registers the suite with Jest for one adapter. The suite has no switches: every adapter runs every test. */
export const documentStoreSuite = (name: string, harness: () => Promise<DocumentStoreHarness>): void =>
  registerSuite(name, documentStorePromises, harness);
