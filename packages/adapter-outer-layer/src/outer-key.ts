import { createPublicKey, type KeyObject } from 'node:crypto';
import type { OuterHash } from './format.ts';

const MIN_BITS = 2048;
const MAX_BITS = 4096;

/** The file holds no key that can be used. The message completes a sentence that begins with the path of the file. */
export class OuterKeyUnfit extends Error {
  override readonly name = 'OuterKeyUnfit';
}

/** The public key that wrapped keys are encrypted to. `modulus` is base64url. */
export type OuterKey = Readonly<{ key: KeyObject; hash: OuterHash; modulus: string }>;

/** Reads a public RSA key in PEM. Throws OuterKeyUnfit. */
export function readOuterKey(pem: string, hash: OuterHash): OuterKey {
  if (pem.includes('PRIVATE KEY'))
    throw new OuterKeyUnfit(
      'holds a private key, which must not be on this machine; take it away and put the public key there',
    );
  const key = publicKeyOf(pem);
  if (key?.asymmetricKeyType !== 'rsa') throw new OuterKeyUnfit('does not hold a public RSA key in PEM');
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < MIN_BITS || bits > MAX_BITS)
    throw new OuterKeyUnfit(`holds an RSA key of ${bits} bits; it needs ${MIN_BITS} to ${MAX_BITS}`);
  return { key, hash, modulus: key.export({ format: 'jwk' }).n ?? '' };
}

function publicKeyOf(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}
