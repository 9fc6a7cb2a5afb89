import { OpenRefusal } from './ask.ts';

/** The secret of a link, which the service knows, and the key of its file, which it does not. */
export type OpenedLink = Readonly<{ token: string; key: CryptoKey | undefined }>;

const TOKEN = /^srl_[0-9A-Za-z]{49}$/;
const KEY_BYTES = 32;
const CHECK_BYTES = 4;
const INCOMPLETE = 'The link is incomplete. Copy all of it, or ask the sender for it again.';
export const WRONG_KEY = 'This key does not open the link. Copy all of it, or ask the sender for it again.';

/**
 * Reads the fragment of a link, with its "#". Throws OpenRefusal for an incomplete one, and for a wrong key. The key is
 * followed by the first bytes of SHA-256("strongroom link TOKEN KEY"), which reveal a truncated or mistyped link before it
 * uses up a download.
 */
export async function readLink(fragment: string): Promise<OpenedLink> {
  const words = new URLSearchParams(fragment.slice(1));
  const token = words.get('token') ?? '';
  if (!TOKEN.test(token)) throw new OpenRefusal(INCOMPLETE, 'LINK_INCOMPLETE');
  const text = words.get('k');
  if (text === null) return { token, key: undefined };
  const both = decodeBase64url(text);
  if (both.length !== KEY_BYTES + CHECK_BYTES) throw new OpenRefusal(INCOMPLETE, 'LINK_INCOMPLETE');
  const dek = both.subarray(0, KEY_BYTES);
  const checked = new Uint8Array([...new TextEncoder().encode(`strongroom link ${token} `), ...dek]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', checked));
  const isWhole = both.subarray(KEY_BYTES).every((byte, index) => byte === digest[index]);
  const key = isWhole ? await crypto.subtle.importKey('raw', dek, 'AES-GCM', false, ['decrypt']) : undefined;
  both.fill(0);
  checked.fill(0);
  if (key === undefined) throw new OpenRefusal(WRONG_KEY, 'KEY_WRONG');
  return { token, key };
}

/** The bytes of base64 or base64url; none where it is neither. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
