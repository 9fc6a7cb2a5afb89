import { StrongroomError } from '../base/error.ts';
import { type Bytes, fromBase64Url, ownBytes, toBase64Url } from '../content/bytes.ts';

/** The file that a data key belongs to: it opens as the key of no other. */
export type KeyOf = Readonly<{ fileId: string; version: number }>;

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** States the purpose, so that the ciphertext cannot be used for anything else. */
const PURPOSE = 'strongroom package';

const boundTo = ({ fileId, version }: KeyOf): Bytes =>
  ownBytes(new TextEncoder().encode(`${PURPOSE} ${fileId} ${version}`));

const keyFrom = (bytes: Bytes, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [usage]);

/** A fresh key of a package. It goes into the address of the link, and to no server. */
export const newPackageKey = (): Bytes => crypto.getRandomValues(new Uint8Array(KEY_BYTES));

/** Encrypts the data key of a file to the key of a package: iv, ciphertext and tag, base64url. */
export async function sealToPackage(packageKey: Bytes, dek: Bytes, of: KeyOf): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const how = { name: 'AES-GCM', iv, additionalData: boundTo(of) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(how, await keyFrom(packageKey, 'encrypt'), dek));
  const all = new Uint8Array(IV_BYTES + sealed.length);
  all.set(iv);
  all.set(sealed, IV_BYTES);
  return toBase64Url(all);
}

/** Throws KEY_NOT_UNWRAPPED for a key that was changed, or belongs to another file. */
export async function openFromPackage(packageKey: Bytes, sealed: string, of: KeyOf): Promise<Bytes> {
  const all = fromBase64Url(sealed, IV_BYTES + KEY_BYTES + TAG_BYTES);
  if (all === undefined) throw new StrongroomError('KEY_NOT_UNWRAPPED');
  const how = { name: 'AES-GCM', iv: all.slice(0, IV_BYTES), additionalData: boundTo(of) };
  try {
    const key = await keyFrom(packageKey, 'decrypt');
    return new Uint8Array(await crypto.subtle.decrypt(how, key, all.slice(IV_BYTES)));
  } catch (cause) {
    throw new StrongroomError('KEY_NOT_UNWRAPPED', { cause });
  }
}
