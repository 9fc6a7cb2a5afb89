import type { FailureKind, FailureMessage } from './messages.ts';

/** A failed call to the token. It is logged, so its message holds no PIN and no key. */
export class TokenFailure extends Error {
  override readonly name = 'TokenFailure';
  readonly kind: FailureKind;
  readonly code: string;
  constructor(kind: FailureKind, code: string, text: string) {
    super(text);
    this.kind = kind;
    this.code = code;
  }

  static from({ kind, code, text }: FailureMessage): TokenFailure {
    return new TokenFailure(kind, code, text);
  }

  /** The failure as a message to the service. */
  plain(): FailureMessage {
    return { kind: this.kind, code: this.code, text: this.message };
  }
}

/**
 * The token or the library does not fit the settings. The message is for the operator. `isLasting`: a retry does not help, as
 * after a refused PIN; an absent token may be there later.
 */
export class TokenUnfit extends Error {
  override readonly name = 'TokenUnfit';
  readonly isLasting: boolean;
  constructor({ message, kind }: Pick<TokenFailure, 'message' | 'kind'>) {
    super(message);
    this.isLasting = kind === 'refused';
  }
}
