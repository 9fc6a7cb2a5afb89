import type { AuditKeys } from '@strongroom/ports';
import type { Ports } from '../kernel/deps.ts';
import { LogDiffers } from '../kernel/log-fault.ts';
import { causeOf } from '../steps/audit/log-tree.ts';
import { signCheckpoint } from '../steps/audit/sign-checkpoint.ts';
import { logIdentityIn } from '../store/log-identity.ts';

/**
 * Call before an operator writes to a store. Throws LogFault where the service would refuse writes too, except for witnesses,
 * which it does not ask. A store whose log has no key yet may be written to.
 */
export async function refuseLogFault({
  documents,
  auditKeys,
  clock,
}: Pick<Ports, 'documents' | 'clock'> & Readonly<{ auditKeys: AuditKeys }>): Promise<void> {
  if ((await logIdentityIn(documents)) === undefined && (await auditKeys.lastSigned()) === undefined) return;
  const signing = { documents, log: documents.audit, auditKeys, clock };
  await signCheckpoint(signing).catch(async (error: unknown) => {
    if (!(error instanceof LogDiffers)) throw error;
    const cause = await causeOf(documents.audit, error, () => undefined);
    if (cause !== undefined) throw cause;
    // Damaged tiles were rebuilt.
    await signCheckpoint(signing);
  });
}
