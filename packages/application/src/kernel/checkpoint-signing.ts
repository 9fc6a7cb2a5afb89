import type { VerifierKey } from '@strongroom/audit-proof';
import type { SignedCheckpoint } from '../store/checkpoints.ts';

/** Signs the audit log. */
export interface CheckpointSigning {
  readonly key: VerifierKey;
  /**
   * Signs the head unless that is done, and returns the latest checkpoint; undefined for an empty log. Throws LogFork,
   * Unavailable.
   */
  signNow(): Promise<SignedCheckpoint | undefined>;
}
