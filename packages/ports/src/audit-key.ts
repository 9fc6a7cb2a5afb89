/**
 * The private key of an audit log and the last checkpoint that it signed. Both lie apart from the documents: a restored database
 * must not bring an older last checkpoint with it.
 * Every process that opens the key has the same one. A checkpoint is durable when `noteSigned` resolves.
 */
export interface AuditKey {
  /** `<name>+<id>+<base64>`. The name is the origin of the log. */
  readonly vkey: string;
  /** The line of the signature of a text, without its newline. */
  sign(text: string): Promise<string>;
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
