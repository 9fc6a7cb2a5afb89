import { type Instant, instant, type KmsKeyId, type OrgId, type RoomId, type WrappedKey } from '@strongroom/domain';
import {
  type Clock,
  type KeyBinding,
  KeyDestroyed,
  type KeyVault,
  Unavailable,
  type WrappedDek,
} from '@strongroom/ports';
import { kmsKeyIdOf, uuidOf } from './key-id.ts';
import type { MessageValue } from './process/messages.ts';
import { programBeside } from './process/program.ts';
import type { PinMemory } from './process/refused-pins.ts';
import { Token } from './process/token.ts';
import { TokenFailure, TokenUnfit } from './process/token-failure.ts';

/** After these it is unknown whether the token executed the request. */
const UNCERTAIN: readonly string[] = ['DEADLINE', 'ENDED'];

export type Pkcs11Options = Readonly<{
  /** Path of the PKCS#11 library of the HSM. */
  library: string;
  /** Label of the token, used by this service only. */
  token: string;
  /** PIN of the token's user. */
  pin: string;
  /** Keeps a refused PIN over restarts. */
  pinMemory?: PinMemory | undefined;
  /** Modulus of the outer layer's key, base64url: `open` refuses a token that holds its private key. */
  outerModulus?: string | undefined;
  clock: Pick<Clock, 'now'>;
}>;

/** The token that was opened first. It is not exchanged for another one that has its label. */
type KnownToken = { serial: string | null; hasKeys: boolean };

/**
 * Key-encryption keys in a hardware security module, one AES-256 key per room, which never leaves its token. The vault
 * can only wrap: unwrapping is a program of its own.
 */
export class Pkcs11Vault implements KeyVault {
  readonly scope = 'room';
  /** Whether the token held no key of this service when it was opened. */
  readonly wasNew: boolean;
  readonly #token: Token;
  readonly #clock: Pick<Clock, 'now'>;

  readonly #known: KnownToken;

  private constructor(token: Token, clock: Pick<Clock, 'now'>, known: KnownToken) {
    this.#token = token;
    this.#clock = clock;
    this.#known = known;
    this.wasNew = !known.hasKeys;
  }

  /**
   * Loads the library in a process of its own, logs in and tries the token with a key that ends with the session. Throws
   * TokenUnfit, whose message says what to change, and Unavailable; then nothing is left in the token.
   */
  static async open({ outerModulus, clock, ...login }: Pkcs11Options): Promise<Pkcs11Vault> {
    const known: KnownToken = { serial: null, hasKeys: false };
    const token = new Token({
      program: programBeside(import.meta.url, 'vault-program'),
      login,
      more: () => [outerModulus ?? null, known.serial, Number(known.hasKeys)],
    });
    try {
      const { serial, isNew } = foundIn(await token.open());
      Object.assign(known, { serial, hasKeys: !isNew });
      return new Pkcs11Vault(token, clock, known);
    } catch (error) {
      token.close();
      if (error instanceof TokenFailure && (error.kind === 'unfit' || error.kind === 'refused'))
        throw new TokenUnfit(error);
      throw asUnavailable(error);
    }
  }

  async createKey(_of: Readonly<{ orgId: OrgId; roomId: RoomId }>): Promise<KmsKeyId> {
    const uuid = await this.#call('create');
    if (typeof uuid !== 'string') throw new TypeError('the program of the vault returned no key');
    this.#known.hasKeys = true;
    return kmsKeyIdOf(uuid);
  }

  async wrapNewDataKey(key: KmsKeyId, _binding: KeyBinding): Promise<WrappedDek> {
    const uuid = uuidOf(key);
    if (uuid === undefined) throw new KeyDestroyed();
    const wrapped = await this.#call('wrap', uuid, key);
    if (wrapped === null) throw new KeyDestroyed();
    if (!isWrapped(wrapped)) throw new TypeError('the program of the vault returned no wrapped key');
    return { wrappedDek: wrapped, kmsKeyId: key };
  }

  /** All keys of rooms in the token. A token with very many takes longer than a call may. */
  async keys(): Promise<readonly KmsKeyId[]> {
    const found = String(await this.#call('list'));
    return found === '' ? [] : found.split(' ').map(kmsKeyIdOf);
  }

  /** An unknown key is refused with Unavailable, because the token may be the wrong one. */
  async destroyKey(key: KmsKeyId): Promise<Readonly<{ state: 'destroyed'; at: Instant }>> {
    const uuid = uuidOf(key);
    const at = uuid === undefined ? null : await this.#call('destroy', uuid, this.#clock.now());
    if (typeof at !== 'number')
      throw new Unavailable('keys', { cause: new Error('the key to destroy is not in this token') });
    return { state: 'destroyed', at: instant(at) };
  }

  async check(): Promise<void> {
    await this.#call('check');
  }

  /** Ends the process that holds the session. */
  close(): void {
    this.#token.close();
  }

  async #call(operation: string, ...args: readonly MessageValue[]): Promise<MessageValue> {
    try {
      return await this.#token.call(operation, args);
    } catch (error) {
      throw asUnavailable(error);
    }
  }
}

function foundIn(opened: MessageValue): Readonly<{ serial: string; isNew: boolean }> {
  const found: unknown = JSON.parse(String(opened));
  if (typeof found !== 'object' || found === null || !('serial' in found) || !('isNew' in found))
    throw new TypeError('the program of the vault returned no token');
  return { serial: String(found.serial), isNew: found.isNew === true };
}

const isWrapped = (value: MessageValue): value is WrappedKey => typeof value === 'string' && value !== '';

/** Any other error is a bug and stays as it is. */
const asUnavailable = (error: unknown): unknown =>
  error instanceof TokenFailure
    ? new Unavailable('keys', { cause: error, maybeDone: UNCERTAIN.includes(error.code) })
    : error;
