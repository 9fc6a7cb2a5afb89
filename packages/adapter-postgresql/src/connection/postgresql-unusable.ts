/** Reasons to refuse a database when it is opened. */
export type UnusableReason =
  | 'address'
  | 'unreachable'
  | 'certificate'
  | 'no-tls'
  | 'login'
  | 'no-database'
  | 'rights'
  | 'standby'
  | 'full'
  | 'read-only'
  | 'too-old'
  | 'encoding'
  | 'not-durable'
  | 'newer'
  | 'no-tables';

/** The database cannot serve as the store. The message is for the operator and contains no part of the address. */
export class PostgresqlUnusable extends Error {
  override readonly name = 'PostgresqlUnusable';
  readonly code: UnusableReason;
  constructor(code: UnusableReason, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
