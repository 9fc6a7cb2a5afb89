import type { AuditLogHarness } from './audit/builders.ts';
import { auditCommitPromises } from './audit/commits.ts';
import { auditErasurePromises } from './audit/erasures.ts';
import { indexFaultPromises } from './audit/index-faults.ts';
import { auditListPromises } from './audit/lists.ts';
import { indexMendingPromises } from './audit/mending.ts';
import { auditTextPromises } from './audit/texts.ts';
import { type PromiseTest, registerSuite } from './base/promise.ts';

export type { AuditLogHarness } from './audit/builders.ts';
export { type DamagedIndexHarness, damagedIndexTests } from './audit/damaged-index.ts';

/** Every promise of the audit log as a test, in the order of their ids. */
export const auditLogPromises: readonly PromiseTest<AuditLogHarness>[] = [
  ...auditCommitPromises,
  ...auditListPromises,
  ...auditErasurePromises,
  ...indexMendingPromises,
  ...indexFaultPromises,
  ...auditTextPromises,
].toSorted((a, b) => a.id.localeCompare(b.id));

/** Registers the suite with Jest for one store. The suite has no switches: every store runs every test. */
export const auditLogSuite = (name: string, harness: () => Promise<AuditLogHarness>): void =>
  registerSuite(name, auditLogPromises, harness);
