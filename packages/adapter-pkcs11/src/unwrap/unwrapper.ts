import { KeyDestroyed, type KeyUnwrapper, NotAuthentic, Unavailable } from '@strongroom/ports';
import { type TokenOptions, UnwrapError, type UnwrapErrorCode, UnwrapToken } from './index.ts';

const REFUSALS: Readonly<Record<Exclude<UnwrapErrorCode, 'TOKEN'>, () => Error>> = {
  UNKNOWN_KEY: () => new KeyDestroyed(),
  DESTROYED_KEY: () => new KeyDestroyed(),
  MALFORMED: () => new NotAuthentic(),
  NOT_AUTHENTIC: () => new NotAuthentic(),
};

/** Opens data keys in a token, of the key service. The room service never loads it. */
export class Pkcs11Unwrapper implements KeyUnwrapper {
  readonly scope = 'room';
  readonly #token: UnwrapToken;
  #isClosed = false;

  private constructor(token: UnwrapToken) {
    this.#token = token;
  }

  /** Throws Unavailable when the token cannot be used. */
  static async open(options: TokenOptions): Promise<Pkcs11Unwrapper> {
    return new Pkcs11Unwrapper(await asPortError(UnwrapToken.open(options)));
  }

  async unwrap(wrappedDek: string, kmsKeyId: string): Promise<Uint8Array> {
    this.#refuseClosed();
    return asPortError(this.#token.unwrap(wrappedDek, kmsKeyId));
  }

  async check(): Promise<void> {
    this.#refuseClosed();
    await asPortError(this.#token.check());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#token.close();
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new Unavailable('keys', { cause: new Error('the unwrapper is closed') });
  }
}

async function asPortError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UnwrapError)) throw error;
    throw error.code === 'TOKEN' ? new Unavailable('keys', { cause: error }) : REFUSALS[error.code]();
  }
}
