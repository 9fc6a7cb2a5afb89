import { uuidOf } from '../key-id.ts';
import type { MessageValue } from '../process/messages.ts';
import { programBeside } from '../process/program.ts';
import { Token, type TokenLogin } from '../process/token.ts';
import { TokenFailure } from '../process/token-failure.ts';

export type { PinMemory } from '../process/refused-pins.ts';
export type TokenOptions = TokenLogin;

export type UnwrapErrorCode = 'UNKNOWN_KEY' | 'DESTROYED_KEY' | 'MALFORMED' | 'NOT_AUTHENTIC' | 'TOKEN';

const SENTENCES: Readonly<Record<Exclude<UnwrapErrorCode, 'TOKEN'>, string>> = {
  UNKNOWN_KEY: 'the key is not in this token',
  DESTROYED_KEY: 'the key is destroyed',
  MALFORMED: 'this is not a wrapped key of such a token',
  NOT_AUTHENTIC: 'the wrapped key was changed, or wrapped with another key',
};

/**
 * A wrapped key cannot be unwrapped. With the code TOKEN the token cannot be used, and the message says why; `isLasting`
 * says that a later try fails too before the settings change.
 */
export class UnwrapError extends Error {
  override readonly name = 'UnwrapError';
  readonly code: UnwrapErrorCode;
  readonly isLasting: boolean;
  constructor(code: UnwrapErrorCode, message = '', isLasting = false) {
    super(code === 'TOKEN' ? message : SENTENCES[code]);
    this.code = code;
    this.isLasting = isLasting;
  }
}

/** A ciphertext of RSA-OAEP. `thumbprint`: the first bytes of the key's RFC 7638 thumbprint, base64url. */
export type OuterCiphertext = Readonly<{ thumbprint: string; hash: 'sha256' | 'sha1'; ciphertext: Uint8Array }>;

/** A token of the key service, or of a person who may unwrap. The service never loads this module. */
export class UnwrapToken {
  readonly #token: Token;
  /** Whether the token held keys. A token of the same label that replaces it must hold some, too. */
  #hadKeys = false;

  private constructor(login: TokenOptions) {
    const program = programBeside(import.meta.url, 'unwrap-program');
    this.#token = new Token({ program, login, more: () => [Number(this.#hadKeys)] });
  }

  /** Throws UnwrapError. */
  static async open(login: TokenOptions): Promise<UnwrapToken> {
    const opened = new UnwrapToken(login);
    try {
      opened.#hadKeys = (await asUnwrapError(opened.#token.open())) === 1;
    } catch (error) {
      opened.close();
      throw error;
    }
    return opened;
  }

  /** The 32 bytes of a data key that was wrapped with a room's key in this token. Throws UnwrapError. */
  async unwrap(wrappedDek: string, kmsKeyId: string): Promise<Uint8Array> {
    const uuid = uuidOf(kmsKeyId);
    if (uuid === undefined) throw new UnwrapError('UNKNOWN_KEY');
    return this.#ask('unwrap', uuid, kmsKeyId, wrappedDek);
  }

  /** Decrypts with the RSA key in this token that has the thumbprint. Throws UnwrapError. */
  async openOuter({ thumbprint, hash, ciphertext }: OuterCiphertext): Promise<Uint8Array> {
    return this.#ask('outer', thumbprint, hash, Buffer.from(ciphertext).toString('base64'));
  }

  /** Throws UnwrapError with the code TOKEN unless the token answers and holds the keys that it held. */
  async check(): Promise<void> {
    this.#hadKeys = (await asUnwrapError(this.#token.call('check', []))) === 1;
  }

  /** Ends the process that holds the session. */
  close(): void {
    this.#token.close();
  }

  async #ask(operation: string, ...args: readonly MessageValue[]): Promise<Uint8Array> {
    const value = await asUnwrapError(this.#token.call(operation, args));
    return new Uint8Array(Buffer.from(String(value), 'base64'));
  }
}

async function asUnwrapError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
    throw isCode(error.code)
      ? new UnwrapError(error.code)
      : new UnwrapError('TOKEN', error.message, error.kind === 'refused');
  }
}

const isCode = (code: string): code is keyof typeof SENTENCES => Object.hasOwn(SENTENCES, code);
