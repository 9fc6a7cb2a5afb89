import { StrongroomError } from '../base/error.ts';
import { type Bytes, fromBase64Url, ownBytes, toBase64Url } from '../content/bytes.ts';
import { baseAddress } from '../http/address.ts';

/** Contents of a link with its key. */
export type LinkWithKey = Readonly<{ base: string; token: string; dek: Bytes }>;

const ADDRESS = /^(?<root>.*)\/api\/v1\/shares\/by-token\/(?<token>srl_[0-9A-Za-z]{49})$/;
/** Some programs put a slash before the fragment. */
const PAGE = /^(?<root>.*)\/open\/?$/;
const FRAGMENT = /^#token=(?<token>srl_[0-9A-Za-z]{49})&k=(?<key>[A-Za-z0-9_-]{48})$/;
const KEY_BYTES = 32;
const CHECK_BYTES = 4;
/** States the purpose of the checksum, so that it cannot be used for anything else. */
const PURPOSE = 'strongroom link';

/**
 * A link whose fragment holds the key, and the link's own secret. No program sends a fragment to a server; in a browser
 * the link opens the service's page. Four bytes after the key reveal a truncated or mistyped link before it uses up a
 * download. `url` is the address that the service returned.
 */
export async function linkWithKey(url: string, dek: Bytes): Promise<string> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const { root, token } = ADDRESS.exec(address?.pathname ?? '')?.groups ?? {};
  if (address === undefined || root === undefined || token === undefined)
    throw new StrongroomError('UNEXPECTED_ANSWER');
  const both = new Uint8Array(KEY_BYTES + CHECK_BYTES);
  both.set(dek);
  both.set(await checkOf(token, dek), KEY_BYTES);
  const link = `${address.origin}${root}/open#token=${token}&k=${toBase64Url(both)}`;
  both.fill(0);
  return link;
}

/** Throws LINK_MALFORMED. */
export async function readLink(link: string): Promise<LinkWithKey> {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const root = PAGE.exec(url?.pathname ?? '')?.groups?.root;
  const { token, key = '' } = FRAGMENT.exec(url?.hash ?? '')?.groups ?? {};
  const both = fromBase64Url(key, KEY_BYTES + CHECK_BYTES);
  if (url === undefined || root === undefined || token === undefined || both === undefined)
    throw new StrongroomError('LINK_MALFORMED');
  const dek = ownBytes(both.subarray(0, KEY_BYTES));
  const check = both.slice(KEY_BYTES);
  both.fill(0);
  const wanted = await checkOf(token, dek);
  if (wanted.some((byte, index) => byte !== check[index])) throw new StrongroomError('LINK_MALFORMED');
  return { base: baseAddress(`${url.origin}${root}/api/v1`), token, dek };
}

/** A checksum that reveals nothing without the key. */
async function checkOf(token: string, dek: Bytes): Promise<Bytes> {
  const words = new TextEncoder().encode(`${PURPOSE} ${token} `);
  const all = new Uint8Array(words.length + dek.length);
  all.set(words);
  all.set(dek, words.length);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  all.fill(0);
  return digest.slice(0, CHECK_BYTES);
}
