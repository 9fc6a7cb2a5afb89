import { createECDH, ECDH, hash } from 'node:crypto';
import { fromBase64url } from './base64url.ts';

/** The client's public key: a point of P-256, and its RFC 7638 thumbprint. */
export type ClientKey = Readonly<{ jwk: PointKey; thumbprint: string; point: Uint8Array }>;

/** A public P-256 key as a JWK. */
export type PointKey = Readonly<{ kty: 'EC'; crv: 'P-256'; x: string; y: string }>;

const COORDINATE_BYTES = 32;
const CURVE = 'prime256v1';

/**
 * Reads a JWK that a client sent; undefined for one that cannot be used. A private key is refused, and a coordinate in any but
 * its one spelling: Node would import it, and one key would have two thumbprints.
 */
export function clientKeyOf(input: unknown): ClientKey | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input) || 'd' in input) return undefined;
  const { kty, crv, x, y }: Readonly<Record<string, unknown>> = { ...input };
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return undefined;
  const [left, right] = [fromBase64url(x), fromBase64url(y)];
  if (left?.length !== COORDINATE_BYTES || right?.length !== COORDINATE_BYTES) return undefined;
  const point = Buffer.concat([Buffer.of(4), left, right]);
  const jwk = { kty, crv, x, y } as const;
  return isOnCurve(point) ? { jwk, thumbprint: thumbprintOf(jwk), point } : undefined;
}

/** Members in the order that RFC 7638 asks for. */
export const thumbprintOf = ({ x, y }: PointKey): string =>
  hash('sha256', JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }), 'base64url');

function isOnCurve(point: Uint8Array): boolean {
  try {
    ECDH.convertKey(point, CURVE, undefined, undefined, 'compressed');
    return true;
  } catch {
    return false;
  }
}

/** A key pair for one answer. Its private half is dropped with it. */
export class EphemeralKey {
  readonly publicKey: PointKey;
  readonly thumbprint: string;
  readonly #ecdh = createECDH(CURVE);

  constructor() {
    const point = this.#ecdh.generateKeys();
    this.publicKey = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url'),
      y: point.subarray(1 + COORDINATE_BYTES).toString('base64url'),
    };
    this.thumbprint = thumbprintOf(this.publicKey);
  }

  /** The secret shared with the client. The caller overwrites it after use. */
  agree({ point }: ClientKey): Buffer {
    return this.#ecdh.computeSecret(point);
  }
}
