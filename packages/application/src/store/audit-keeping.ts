import { EPOCH, type Instant } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** The progress of erasures by age. Events, or addresses, of before a moment are erased. */
export type AuditKeeping = Readonly<{ startedAt: Instant; event: Instant | null; address: Instant | null }>;

/** Id of the only document. */
export const AUDIT_KEEPING = 'keeping';

export const auditKeeping = defineCollection<AuditKeeping>({
  name: 'audit-keeping',
  id: () => AUDIT_KEEPING,
  position: () => EPOCH,
});
