import { toBase64Url } from '../content/bytes.ts';
import { StrongroomError } from '../error.ts';

/** A public P-256 key. */
export type PointKey = Readonly<{ kty: 'EC'; crv: 'P-256'; x: string; y: string }>;

const ALGORITHM = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** The key that grants are bound to. Its private half cannot be exported. */
export class ClientKey {
  readonly publicKey: PointKey;
  readonly thumbprint: string;
  readonly #privateKey: CryptoKey;

  private constructor(publicKey: PointKey, thumbprint: string, privateKey: CryptoKey) {
    this.publicKey = publicKey;
    this.thumbprint = thumbprint;
    this.#privateKey = privateKey;
  }

  static async make(): Promise<ClientKey> {
    const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['deriveBits']);
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
    const publicKey = { kty: 'EC', crv: 'P-256', x, y } as const;
    return new ClientKey(publicKey, await thumbprintOf(publicKey), pair.privateKey);
  }

  /** The secret that is shared with an ephemeral key, as a key to derive others from. */
  async agree(ephemeral: PointKey): Promise<CryptoKey> {
    const theirs = await crypto.subtle.importKey('jwk', { ...ephemeral }, ALGORITHM, false, []).catch(() => {
      throw new StrongroomError('UNEXPECTED_ANSWER');
    });
    const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, this.#privateKey, 256);
    const secret = new Uint8Array(bits);
    try {
      return await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
    } finally {
      secret.fill(0);
    }
  }
}

/** RFC 7638. */
export async function thumbprintOf({ x, y }: PointKey): Promise<string> {
  return sha256(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }));
}

/** SHA-256 of the UTF-8 of a text, base64url. */
export async function sha256(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
