/** The parts of a link with its key: the secret, which the service knows, and the key, which it does not. */
/** @typedef {{ token: string, key: CryptoKey }} Link */

const TOKEN = /^srl_[0-9A-Za-z]{49}$/;
const KEY_BYTES = 32;
const CHECK_BYTES = 4;

/**
 * Reads the fragment of a link. Behind the key stand the first bytes of SHA-256("strongroom link TOKEN KEY"), by which a
 * link that was cut or mistyped is reported before it uses up a download.
 *
 * @param {string} fragment with its "#"
 * @returns {Promise<Link | undefined>} undefined for an incomplete link
 */
export async function readLink(fragment) {
  const words = new URLSearchParams(fragment.slice(1));
  const token = words.get('token') ?? '';
  const both = bytesOf(words.get('k') ?? '');
  if (!TOKEN.test(token) || both.length !== KEY_BYTES + CHECK_BYTES) return undefined;
  const dek = both.subarray(0, KEY_BYTES);
  const checked = new Uint8Array([...new TextEncoder().encode(`strongroom link ${token} `), ...dek]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', checked));
  const isWhole = both.subarray(KEY_BYTES).every((byte, index) => byte === digest[index]);
  const key = isWhole ? await crypto.subtle.importKey('raw', dek, 'AES-GCM', false, ['decrypt']) : undefined;
  both.fill(0);
  checked.fill(0);
  return key && { token, key };
}

/**
 * The bytes of base64 or base64url; none where it is neither.
 *
 * @param {string} text
 */
export function bytesOf(text) {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
