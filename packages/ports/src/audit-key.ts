/** A private key that signs the audit log. */
export interface AuditKey {
  /** `<name>+<id>+<base64>`. The name is the origin of the log. */
  readonly vkey: string;
  /** The line of the signature of a text, without its newline. */
  sign(text: string): Promise<string>;
}

/**
 * The private keys of audit logs and the last checkpoint that was signed. Both lie apart from the documents: a restored
 * database must not bring an older last checkpoint with it. A key and a checkpoint are durable when their call resolves.
 */
export interface AuditKeys {
  /** Every key, the oldest first; none before the first `add`. Rejects with an error when they cannot be read. */
  read(): Promise<readonly AuditKey[]>;
  /** Creates a key of this origin. Of several processes that call `add` at the same time, each adds its own. */
  add(origin: string): Promise<AuditKey>;
  /** Creates the first key, or returns the oldest one. Processes that call it at the same time get the same key. */
  first(origin: string): Promise<AuditKey>;
  /** The signed checkpoint that was noted last, word for word; undefined before the first. */
  lastSigned(): Promise<string | undefined>;
  noteSigned(checkpoint: string): Promise<void>;
}

/** A witness that signs checkpoints (C2SP tlog-witness). */
export interface WitnessPeer {
  readonly vkey: string;
  /** Sends a request of `add-checkpoint` and returns status and body. Rejects when there is no answer in time. */
  submit(body: string): Promise<Readonly<{ status: number; body: string }>>;
}

/** Keeps checkpoints somewhere else, and checks nothing. */
export interface CheckpointKeeper {
  /** Shown to operators. */
  readonly name: string;
  /** Milliseconds between two checkpoints at least. */
  readonly every: number;
  /** Harmless to repeat. Rejects when the checkpoint is not kept. */
  keep(checkpoint: Readonly<{ origin: string; size: number; note: string }>): Promise<void>;
  /** The longest checkpoint of a log that it has, where it can tell. */
  latest?(origin: string): Promise<string | undefined>;
}
