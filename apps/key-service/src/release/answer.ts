import { createCipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { GrantClaims } from '@strongroom/domain';
import type { SigningKey } from '@strongroom/ports';
import { type ClientKey, EphemeralKey, type PointKey } from '../tokens/client-key.ts';

/** A data key that only the holder of the client's private key can open. */
export type SealedKey = Readonly<{ epk: PointKey; wrapped_key: string; sig: string; jti: string }>;

/** A text that only the holder of the client's private key can read. */
export type SealedText = Readonly<{ epk: PointKey; sealed: string; sig: string }>;

/** Initial value of AES key wrap (RFC 3394). */
const KEY_WRAP_IV = Buffer.alloc(8, 0xa6);
const KEK_BYTES = 32;
const IV_BYTES = 12;
const NO_SALT = new Uint8Array(0);

/** Seals the keys of one answer: they share one ephemeral key and one agreement. */
export class AnswerSealer {
  readonly #audience: string;
  readonly #key: SigningKey;
  readonly #client: ClientKey;
  readonly #ephemeral = EphemeralKey.next();
  readonly #shared: Buffer;

  /** `audience`: the address of the key service. */
  constructor(audience: string, key: SigningKey, client: ClientKey) {
    this.#audience = audience;
    this.#key = key;
    this.#client = client;
    this.#shared = this.#ephemeral.agree(client);
  }

  /** Seals a data key for the grant that released it, bound to the grant as it was sent. */
  seal(dataKey: Uint8Array, grant: string, { file, op, jti }: GrantClaims): SealedKey {
    const info = [
      'strongroom/v1/unwrap',
      this.#audience,
      file,
      op,
      hash('sha256', grant, 'base64url'),
      this.#client.thumbprint,
      this.#ephemeral.thumbprint,
    ].join('\n');
    const kek = this.#derived(info);
    const cipher = createCipheriv('id-aes256-wrap', kek, KEY_WRAP_IV);
    const wrapped = Buffer.concat([cipher.update(dataKey), cipher.final()]).toString('base64url');
    kek.fill(0);
    const sig = this.#key.sign(['strongroom/v1/answer', info, wrapped].join('\n'));
    return { epk: this.#ephemeral.publicKey, wrapped_key: wrapped, sig, jti };
  }

  /** Seals a text of an answer without a grant: base64url of the IV, the ciphertext and the tag of AES-256-GCM. */
  sealText(text: string): SealedText {
    const names = ['strongroom/v1/person', this.#audience, this.#client.thumbprint, this.#ephemeral.thumbprint];
    const info = names.join('\n');
    const key = this.#derived(info);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    key.fill(0);
    const sealed = bytes.toString('base64url');
    const sig = this.#key.sign(['strongroom/v1/answer', info, sealed].join('\n'));
    return { epk: this.#ephemeral.publicKey, sealed, sig };
  }

  #derived = (info: string): Buffer => Buffer.from(hkdfSync('sha256', this.#shared, NO_SALT, info, KEK_BYTES));

  /** Overwrites the shared secret. */
  end(): void {
    this.#shared.fill(0);
  }
}
