import type { AuditLogHarness } from './audit/builders.ts';
import { commits } from './audit/commits.ts';
import { erasures } from './audit/erasures.ts';
import { indexFaults } from './audit/index-faults.ts';
import { lists } from './audit/lists.ts';
import { mending } from './audit/mending.ts';
import { texts } from './audit/texts.ts';
import { type Promised, registerSuite } from './base/promise.ts';

export type { AuditLogHarness } from './audit/builders.ts';
export { type DamagedIndexHarness, damagedIndexTests } from './audit/damaged-index.ts';

/** Every promise of the audit log as a test, in the order of their ids. */
export const auditLogPromises: readonly Promised<AuditLogHarness>[] = [
  ...commits,
  ...lists,
  ...erasures,
  ...mending,
  ...indexFaults,
  ...texts,
].toSorted((a, b) => a.id.localeCompare(b.id));

/** Registers the suite with Jest for one store. The suite has no switches: every store runs every test. */
export const auditLogSuite = (name: string, harness: () => Promise<AuditLogHarness>): void =>
  registerSuite(name, auditLogPromises, harness);
