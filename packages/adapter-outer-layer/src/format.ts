import { createHash, type KeyObject } from 'node:crypto';

/** Hash of RSA-OAEP (RFC 8017) and its mask generation. Some tokens know SHA-1 only, which is sound here. */
export type OuterHash = 'sha256' | 'sha1';

/** The first byte of a wrapped key, by the hash of its outer layer. The layer below begins with smaller numbers. */
export const FORMAT_BYTES: Readonly<Record<OuterHash, number>> = { sha256: 0xe1, sha1: 0xe2 };

/** Bytes of the thumbprint after the first byte, so that a holder of several keys knows which one is needed. */
export const THUMBPRINT_BYTES = 9;

/** The first bytes of the RFC 7638 thumbprint of an RSA key. */
export function thumbprintOf(key: KeyObject): Buffer {
  const { e, n } = key.export({ format: 'jwk' });
  return createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest()
    .subarray(0, THUMBPRINT_BYTES);
}
