/** The secret of a link, which the service knows, and the key of its file, which it does not. */
export type OpenedLink = Readonly<{ token: string; key: CryptoKey | undefined }>;

const TOKEN = /^srl_[0-9A-Za-z]{49}$/;
const KEY_BYTES = 32;
const CHECK_BYTES = 4;

/**
 * Reads the fragment of a link, with its "#"; undefined for an incomplete one. The key is followed by the first bytes of
 * SHA-256("strongroom link TOKEN KEY"), which reveal a truncated or mistyped link before it uses up a download.
 */
export async function readLink(fragment: string): Promise<OpenedLink | undefined> {
  const words = new URLSearchParams(fragment.slice(1));
  const token = words.get('token') ?? '';
  if (!TOKEN.test(token)) return undefined;
  const text = words.get('k');
  if (text === null) return { token, key: undefined };
  const both = decodeBase64url(text);
  if (both.length !== KEY_BYTES + CHECK_BYTES) return undefined;
  const dek = both.subarray(0, KEY_BYTES);
  const checked = new Uint8Array([...new TextEncoder().encode(`strongroom link ${token} `), ...dek]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', checked));
  const isWhole = both.subarray(KEY_BYTES).every((byte, index) => byte === digest[index]);
  const key = isWhole ? await crypto.subtle.importKey('raw', dek, 'AES-GCM', false, ['decrypt']) : undefined;
  both.fill(0);
  checked.fill(0);
  return key && { token, key };
}

/** The bytes of base64 or base64url; none where it is neither. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
