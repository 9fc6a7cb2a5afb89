import { type Promised, registerSuite } from './base/promise.ts';
import type { DocumentStoreHarness } from './documents/builders.ts';
import { clock } from './documents/clock.ts';
import { commits } from './documents/commits.ts';
import { evening } from './documents/evening.ts';
import { expectations } from './documents/expectations.ts';
import { kept } from './documents/kept.ts';
import { limits } from './documents/limits.ts';
import { lists } from './documents/lists.ts';
import { outdated } from './documents/outdated.ts';
import { pages } from './documents/pages.ts';
import { reads } from './documents/reads.ts';
import { selections } from './documents/selections.ts';
import { sequences } from './documents/sequences.ts';
import { several } from './documents/several.ts';
import { uniqueKeys } from './documents/unique-keys.ts';

export type { DocumentStoreHarness } from './documents/builders.ts';

/** Every promise of the document store as a test, in the order of their ids. */
export const documentStorePromises: readonly Promised<DocumentStoreHarness>[] = [
  ...kept,
  ...reads,
  ...commits,
  ...expectations,
  ...uniqueKeys,
  ...several,
  ...lists,
  ...pages,
  ...selections,
  ...limits,
  ...sequences,
  ...outdated,
  ...clock,
  ...evening,
].toSorted((a, b) => a.id.localeCompare(b.id));

/** Registers the suite with Jest for one adapter. The suite has no switches: every adapter runs every test. */
export const documentStoreSuite = (name: string, harness: () => Promise<DocumentStoreHarness>): void =>
  registerSuite(name, documentStorePromises, harness);
