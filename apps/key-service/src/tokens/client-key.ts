import { createPublicKey, diffieHellman, generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { fromBase64url } from './base64url.ts';

/** The client's public key: a point of P-256, and its RFC 7638 thumbprint. `key` imports it, at its first use. */
export type ClientKey = Readonly<{ jwk: PointKey; thumbprint: string; key: KeyObject }>;

/** A public P-256 key as a JWK. */
export type PointKey = Readonly<{ kty: 'EC'; crv: 'P-256'; x: string; y: string }>;

const COORDINATE_BYTES = 32;
const CURVE = 'P-256';
const REMEMBERED = 1000;

/** Imported keys by their coordinates: a client sends one key with every request. */
const known = new Map<string, KeyObject>();

/**
 * Reads a JWK that a client sent; undefined for one that cannot be used. A private key is refused, and a coordinate in any but
 * its one spelling: Node would import it, and one key would have two thumbprints. Importing costs as much as a signature, so it
 * waits until a key is released to the client.
 */
export function clientKeyOf(input: unknown): ClientKey | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input) || 'd' in input) return undefined;
  const { kty, crv, x, y }: Readonly<Record<string, unknown>> = { ...input };
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return undefined;
  const [first, second] = [x, y].map((text) => fromBase64url(text));
  if (first?.length !== COORDINATE_BYTES || second?.length !== COORDINATE_BYTES) return undefined;
  if (!isOnCurve(first, second)) return undefined;
  const jwk = { kty, crv, x, y } as const;
  return {
    jwk,
    thumbprint: thumbprintOf(jwk),
    get key() {
      return imported(jwk);
    },
  };
}

function imported(jwk: PointKey): KeyObject {
  const name = `${jwk.x}.${jwk.y}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  if (known.size >= REMEMBERED) known.clear();
  known.set(name, key);
  return key;
}

/** The prime and the coefficient b of P-256 (FIPS 186-5, SP 800-186, section 3.2.1.3). */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Whether y² = x³ − 3x + b, for coordinates below the prime. It takes some microseconds, where an import takes a hundred. */
function isOnCurve(first: Uint8Array, second: Uint8Array): boolean {
  const [x, y] = [first, second].map((bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
  if (x === undefined || y === undefined || x >= P || y >= P) return false;
  return (y * y) % P === (x * x * x + (P - 3n) * x + B) % P;
}

/** Members in the order that RFC 7638 asks for. */
export const thumbprintOf = ({ x, y }: PointKey): string =>
  hash('sha256', JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }), 'base64url');

/** Number of key pairs that are made together: the caches of the processor are cold for the first one only. */
const MADE_TOGETHER = 8;

/** A key pair for one answer. Its private half is dropped with it. */
export class EphemeralKey {
  /** Pairs that no answer has used. */
  static readonly #unused: EphemeralKey[] = [];
  readonly publicKey: PointKey;
  readonly thumbprint: string;
  readonly #privateKey: KeyObject;

  /** A pair that was not returned before. */
  static next(): EphemeralKey {
    const unused = EphemeralKey.#unused;
    if (unused.length === 0) for (let made = 0; made < MADE_TOGETHER; made += 1) unused.push(new EphemeralKey());
    return unused.pop() ?? new EphemeralKey();
  }

  private constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: CURVE });
    this.#privateKey = privateKey;
    const point = publicKey.export({ format: 'raw-public' });
    this.publicKey = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url'),
      y: point.subarray(1 + COORDINATE_BYTES).toString('base64url'),
    };
    this.thumbprint = thumbprintOf(this.publicKey);
  }

  /** The secret shared with the client. The caller overwrites it after use. */
  agree({ key }: ClientKey): Buffer {
    return diffieHellman({ privateKey: this.#privateKey, publicKey: key });
  }
}
