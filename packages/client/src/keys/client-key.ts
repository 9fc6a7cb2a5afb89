import { StrongroomError } from '../base/error.ts';
import { type Bytes, toBase64Url } from '../content/bytes.ts';
import { unsafeAs } from '../http/answer.ts';

/** A public P-256 key. */
export type PointKey = Readonly<{ kty: 'EC'; crv: 'P-256'; x: string; y: string }>;

/** The agreement with the ephemeral key of an answer. */
type Agreement = Readonly<{
  /** Thumbprint of the ephemeral key. */
  thumbprint: Promise<string>;
  /** The shared secret in a form. Each form is made when it is first asked for. Throws UNEXPECTED_ANSWER. */
  secretAs: <K>(form: SecretForm<K>) => Promise<K>;
}>;

/** Makes a key of the bytes of a shared secret, which are wiped afterwards. */
export type SecretForm<K> = (secret: Bytes) => K | Promise<K>;

/** A key of Web Crypto to derive others from. */
export const asDerivingKey: SecretForm<CryptoKey> = (secret) =>
  crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);

/** The key of a client as it is stored. */
export type ClientKeyPair = Readonly<{ publicKey: PointKey; privateKey: CryptoKey }>;

const ALGORITHM = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** The key that grants are bound to. Its private half cannot be exported. */
export class ClientKey {
  readonly publicKey: PointKey;
  readonly thumbprint: string;
  readonly #privateKey: CryptoKey;
  /** All answers of a batch have one ephemeral key: it is imported, and agreed on, once. */
  #last: Readonly<{ x: string; y: string; agreement: Agreement }> | undefined;

  private constructor(publicKey: PointKey, thumbprint: string, privateKey: CryptoKey) {
    this.publicKey = publicKey;
    this.thumbprint = thumbprint;
    this.#privateKey = privateKey;
  }

  static make = async (): Promise<ClientKey> => ClientKey.of(await ClientKey.makePair(false));

  /** A key pair that outlives this object. An extractable one can be stored in a file. */
  static async makePair(isExtractable: boolean): Promise<ClientKeyPair> {
    const { publicKey, privateKey } = await crypto.subtle.generateKey(ALGORITHM, isExtractable, ['deriveBits']);
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
    return { publicKey: { kty: 'EC', crv: 'P-256', x, y }, privateKey };
  }

  static async of({ publicKey, privateKey }: ClientKeyPair): Promise<ClientKey> {
    return new ClientKey(publicKey, await thumbprintOf(publicKey), privateKey);
  }

  agreementWith({ x, y }: PointKey): Agreement {
    if (this.#last?.x === x && this.#last.y === y) return this.#last.agreement;
    const ephemeral: PointKey = { kty: 'EC', crv: 'P-256', x, y };
    const forms = new Map<SecretForm<unknown>, Promise<unknown>>();
    const agreement: Agreement = {
      thumbprint: thumbprintOf(ephemeral),
      secretAs: <K>(form: SecretForm<K>): Promise<K> => {
        const made = unsafeAs<Promise<K> | undefined>(forms.get(form)) ?? this.#agree(ephemeral, form);
        forms.set(form, made);
        return made;
      },
    };
    this.#last = { x, y, agreement };
    return agreement;
  }

  async #agree<K>(ephemeral: PointKey, form: SecretForm<K>): Promise<K> {
    const theirs = await crypto.subtle.importKey('jwk', { ...ephemeral }, ALGORITHM, false, []).catch(() => {
      throw new StrongroomError('UNEXPECTED_ANSWER');
    });
    const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, this.#privateKey, 256);
    const secret = new Uint8Array(bits);
    try {
      return await form(secret);
    } finally {
      secret.fill(0);
    }
  }
}

/** The key of a client from a file. */
export const importClientKey = (jwk: PointKey & Readonly<{ d: string }>, isExtractable: boolean): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', { ...jwk }, ALGORITHM, isExtractable, ['deriveBits']);

/** Thumbprint of a public key (RFC 7638). */
export async function thumbprintOf({ x, y }: PointKey): Promise<string> {
  return sha256(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }));
}

/** SHA-256 of the UTF-8 of a text, base64url. */
export async function sha256(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
