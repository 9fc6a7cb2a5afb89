import type { VerifierKey } from '@strongroom/audit-proof';
import type { SignedCheckpoint } from '../store/checkpoints.ts';
import type { LogFault } from './log-fault.ts';

/** Signs the audit log. */
export interface CheckpointSigning {
  /** The reason why nothing may be signed or written. */
  readonly fault: LogFault | undefined;
  /** Every key that has signed this log, the newest first. Throws Unavailable. */
  keys(): Promise<readonly VerifierKey[]>;
  /** The latest checkpoint of the store, undefined before the first. Throws Unavailable. */
  latest(): Promise<SignedCheckpoint | undefined>;
  /**
   * Signs the head unless that is done, and returns the latest checkpoint. After a fault it signs nothing and returns the
   * latest one. Waits for no witness. Throws Unavailable.
   */
  signNow(): Promise<SignedCheckpoint | undefined>;
}
