import { OpenRefusal } from './ask.ts';

/** Returns nothing before all of it is verified. `sealed`: ciphertext and tag. Throws OpenRefusal. */
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

/** The failure of one file of several: the others may be saved. */
export class DamagedFile extends OpenRefusal {}
