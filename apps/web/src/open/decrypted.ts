import { OpenRefusal } from './ask.ts';

/** Returns nothing before all of it is verified. `sealed`: ciphertext and tag. Throws Refusal. */
export async function decryptObject(
  key: CryptoKey,
  iv: Uint8Array<ArrayBuffer>,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  try {
    return await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed);
  } catch {
    throw new DamagedFile(
      'The file cannot be verified: it was altered on the way, or the key is wrong. Nothing was saved.',
    );
  }
}

/** Why one file of several is not saved; the others may be. */
export class DamagedFile extends OpenRefusal {}
