import { constants, publicEncrypt } from 'node:crypto';
import type { KmsKeyId, WrappedKey } from '@strongroom/domain';
import type { KeyBinding, KeyVault, MayClose, WrappedDek } from '@strongroom/ports';
import { FORMAT_BYTES, thumbprintOf } from './format.ts';
import type { OuterKey } from './outer-key.ts';

/**
 * Encrypts the wrapped keys of a vault once more, to a public key. The vault and its keys alone then open nothing: unwrapping also
 * needs the private key, which is elsewhere. Destroying a room's key still ends all of its wrapped keys.
 */
export class OuterLayer implements KeyVault {
  readonly #inner: KeyVault & MayClose;
  readonly #key: OuterKey;
  readonly #head: Buffer;

  constructor(inner: KeyVault & MayClose, key: OuterKey) {
    this.#inner = inner;
    this.#key = key;
    this.#head = Buffer.concat([Buffer.of(FORMAT_BYTES[key.hash]), thumbprintOf(key.key)]);
  }

  get scope(): 'room' | 'organisation' {
    return this.#inner.scope;
  }

  createKey(of: Parameters<KeyVault['createKey']>[0]): Promise<KmsKeyId> {
    return this.#inner.createKey(of);
  }

  async wrapNewDataKey(key: KmsKeyId, binding: KeyBinding): Promise<WrappedDek> {
    const wrapped = await this.#inner.wrapNewDataKey(key, binding);
    return { ...wrapped, wrappedDek: this.#around(wrapped.wrappedDek) };
  }

  destroyKey(key: KmsKeyId): ReturnType<KeyVault['destroyKey']> {
    return this.#inner.destroyKey(key);
  }

  check(): Promise<void> {
    return this.#inner.check();
  }

  close(): void | Promise<void> {
    return this.#inner.close?.();
  }

  #around(wrapped: WrappedKey): WrappedKey {
    const { key, hash } = this.#key;
    const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash };
    const text = Buffer.concat([this.#head, publicEncrypt(options, Buffer.from(wrapped, 'base64'))]).toString('base64');
    if (!isWrapped(text)) throw new TypeError('the wrapped key is empty');
    return text;
  }
}

const isWrapped = (text: string): text is WrappedKey => text !== '';
