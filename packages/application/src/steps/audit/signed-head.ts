import type { VerifierKey } from '@strongroom/audit-proof';
import { Unavailable } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import type { SignedCheckpoint } from '../../store/checkpoints.ts';
import { headOf } from './log-tree.ts';

/**
 * A checkpoint that is signed now, or the latest one where none can be signed, and the keys of the log. Throws Unavailable for a
 * log that was never signed, or that is shorter than its checkpoint.
 */
export async function signedHead({
  documents,
  checkpointer,
}: Pick<Deps, 'documents' | 'checkpointer'>): Promise<
  Readonly<{ latest: SignedCheckpoint; keys: readonly VerifierKey[] }>
> {
  const latest = await checkpointer?.signNow();
  if (latest === undefined || checkpointer === undefined) throw new Unavailable('audit');
  if ((await headOf(documents.audit)).size < latest.size) throw new Unavailable('audit');
  return { latest, keys: await checkpointer.keys() };
}
