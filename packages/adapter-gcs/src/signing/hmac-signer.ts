import { createHmac } from 'node:crypto';
import type { Signer } from './signer.ts';

/**
 * Signs with an HMAC key of a service account (interoperability key), 20 times as fast as RSA and without a network call.
 * Derives the key of a day once.
 */
export function hmacSigner(key: Readonly<{ accessId: string; secret: string }>): Signer {
  let derived: Readonly<{ day: string; key: Buffer }> | undefined;
  return {
    algorithm: 'GOOG4-HMAC-SHA256',
    accessId: key.accessId,
    isLocal: true,
    sign: async (text, day) => {
      if (derived?.day !== day) derived = { day, key: keyOfDay(key.secret, day) };
      return mac(derived.key, text).toString('hex');
    },
  };
}

const mac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const keyOfDay = (secret: string, day: string): Buffer =>
  ['auto', 'storage', 'goog4_request'].reduce(mac, mac(`GOOG4${secret}`, day));
