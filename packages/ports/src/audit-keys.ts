/** A private key that signs the audit log. */
export interface AuditKey {
  /** `<name>+<id>+<base64>`. The name is the origin of the log. */
  readonly vkey: string;
  /** The line of the signature of a text, without its newline. */
  sign(text: string): Promise<string>;
  /** The same key for a log of another name. */
  under(name: string): AuditKey;
}

/** Greatest length of a checkpoint that is read from elsewhere: that of a signed note. */
export const MAX_CHECKPOINT_BYTES = 262_144;

/**
 * The place of the last checkpoint that was signed. It lies apart from the documents: a restored database must not bring an
 * older one with it. A checkpoint is durable when `noteSigned` resolves. Both reject with Unavailable when the place cannot be
 * read or written.
 */
export interface LastCheckpoint {
  /** The place, for operators; undefined for the memory of a process. */
  readonly noted?: string;
  /** The signed checkpoint that was noted last, word for word; undefined before the first. Anyone may have put it there. */
  lastSigned(): Promise<string | undefined>;
  noteSigned(checkpoint: string): Promise<void>;
}

/**
 * The private keys of audit logs, and the last checkpoint that was signed. Keys lie apart from the documents. A key is durable
 * when its call resolves.
 *
 * - [AK-01] `read` returns every key that was added, the oldest first, and none before the first one.
 * - [AK-02] `first` creates the first key or returns the oldest, and calls at the same time return the same key.
 * - [AK-03] A line of `sign` is a signature of that text by `vkey`, also of a key that `under` has renamed.
 * - [AK-04] `lastSigned` returns the checkpoint that was noted last, word for word, and undefined before the first one.
 * - [AK-05] Of calls of `add` and `first` at the same time, in any number of processes, every key that one returns is kept.
 */
export interface AuditKeys extends LastCheckpoint {
  /** Every key, the oldest first; none before the first `add`. Rejects with an error when they cannot be read. */
  read(): Promise<readonly AuditKey[]>;
  /** Creates a key of this origin. Of several processes that call `add` at the same time, each adds its own. */
  add(origin: string): Promise<AuditKey>;
  /** Creates the first key, or returns the oldest one. Processes that call it at the same time get the same key. */
  first(origin: string): Promise<AuditKey>;
}
