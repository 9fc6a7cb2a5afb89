/** Reasons to refuse a database when it is opened. */
export type UnusableReason =
  | 'address'
  | 'unreachable'
  | 'login'
  | 'rights'
  | 'no-writes'
  | 'direct'
  | 'no-replica-set'
  | 'too-old'
  | 'not-mongodb'
  | 'indexes';

/** The database cannot serve as the store. The message is for the operator and contains no part of the address. */
export class MongoUnusable extends Error {
  override readonly name = 'MongoUnusable';
  readonly code: UnusableReason;
  constructor(code: UnusableReason, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
