import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY, type Instant, instant } from '@strongroom/domain';
import {
  type BlobAddress,
  type BlobKey,
  BlobRefusal,
  blobKey,
  type Clock,
  isBlobKey,
  MAX_CLOCK_GAP_MS,
  type UploadRequest,
} from '@strongroom/ports';

export type AddressOptions = Readonly<{
  /** Returns the public URL of the service without a trailing slash. A function, because a free port is chosen late. */
  baseUrl: () => string;
  /** At least 32 secret bytes, the same in every process that serves these objects. */
  signingKey: Uint8Array;
  /** Keys whose addresses are accepted too, while the secret of the service changes. */
  earlierSigningKeys?: readonly Uint8Array[] | undefined;
  clock: Pick<Clock, 'now'>;
}>;

/** The upload that an address allows. */
export type AllowedUpload = Readonly<{
  key: BlobKey;
  /** Bytes. */
  size: number;
  expiresAt: Instant;
  /** A tag of the user, equal in all their addresses; empty if the address has no user. */
  uploader: string;
}>;

/** Longest life of an address that settings allow. */
const MAX_LIFE = 7 * DAY;
/** Maximum number of tags in memory. */
const MAX_TAGS = 1000;

const UPLOAD_QUERY = /^expires=(\d{1,16})&size=(\d{1,16}(?:&by=([\w-]{22}))?)&signature=([\w-]{43})$/;
const DOWNLOAD_QUERY = /^expires=(\d{1,16})&signature=([\w-]{43})$/;

/**
 * Addresses under `/blobs/` that contain their own permission: an HMAC-SHA-256 of the method, the key, the expiry and, for
 * uploads, the announced size. Each has exactly one spelling; any other is refused.
 */
export class SignedAddresses {
  readonly #options: AddressOptions;
  /** The tag of each uploader, which never changes. */
  readonly #tags = new Map<string, string>();

  constructor(options: AddressOptions) {
    if (options.signingKey.byteLength < 32)
      throw new TypeError('the signing key of blob addresses has at least 32 bytes');
    this.#options = options;
  }

  /** An address for a PUT of `size` bytes. Throws TypeError for a malformed key or size. */
  forUpload({ key, size, expiresAt, uploader }: UploadRequest): string {
    blobKey(key);
    if (!Number.isSafeInteger(size) || size < 0)
      throw new TypeError('the size of an upload is a whole number of bytes');
    const allowed = uploader === undefined ? `${size}` : `${size}&by=${this.#tagOf(uploader)}`;
    const signature = this.#sign('PUT', key, expiresAt, allowed);
    return this.#address(key, `expires=${moment(expiresAt)}&size=${allowed}`, signature);
  }

  /** An address for GET or HEAD. Throws TypeError for a malformed key. */
  forDownload(key: BlobKey, expiresAt: Instant): string {
    blobKey(key);
    return this.#address(key, `expires=${moment(expiresAt)}`, this.#sign('GET', key, expiresAt));
  }

  /** Verifies an address for an upload. Throws BlobRefusal. */
  readUpload(address: BlobAddress): AllowedUpload {
    const [, expires = '', allowed = '', uploader = '', signature = ''] = UPLOAD_QUERY.exec(bare(address.query)) ?? [];
    this.#verify('PUT', address.path, expires, signature, allowed);
    const size = Number.parseInt(allowed, 10);
    return { key: blobKey(address.path), size, expiresAt: instant(Number(expires)), uploader };
  }

  /** Verifies an address for a download. Throws BlobRefusal. */
  readDownload(address: BlobAddress): BlobKey {
    const [, expires = '', signature = ''] = DOWNLOAD_QUERY.exec(bare(address.query)) ?? [];
    this.#verify('GET', address.path, expires, signature);
    return blobKey(address.path);
  }

  /** Distinguishes the uploads of one user from those of others, without identifying the user. */
  #tagOf(uploader: string): string {
    const known = this.#tags.get(uploader);
    if (known !== undefined) return known;
    if (this.#tags.size >= MAX_TAGS) this.#tags.clear();
    const tag = hmac(this.#options.signingKey, `strongroom-blob-uploader-1\n${uploader}`).slice(0, 22);
    this.#tags.set(uploader, tag);
    return tag;
  }

  #address(key: BlobKey, query: string, signature: string): string {
    return `${this.#options.baseUrl()}/blobs/${key}?${query}&signature=${signature}`;
  }

  #sign(...request: Parameters<typeof signed>): string {
    return hmac(this.#options.signingKey, signed(...request));
  }

  #verify(method: Method, path: string, expires: string, signature: string, size?: string): void {
    // Compares the text, not the bytes: the last character of base64url has two unused bits.
    const given = Buffer.from(signature);
    const { signingKey, earlierSigningKeys = [] } = this.#options;
    const isSignedBy = (key: Uint8Array): boolean => {
      const expected = Buffer.from(hmac(key, signed(method, path, expires, size)));
      return given.length === expected.length && timingSafeEqual(given, expected);
    };
    if (!(isSignedBy(signingKey) || earlierSigningKeys.some(isSignedBy)) || !isBlobKey(path))
      throw new BlobRefusal('SIGNATURE_INVALID');
    const now = this.#options.clock.now();
    // A machine whose clock was ahead signed an address that lives for longer than any may.
    if (now > Number(expires) || Number(expires) > now + MAX_LIFE + MAX_CLOCK_GAP_MS)
      throw new BlobRefusal('URL_EXPIRED');
  }
}

type Method = 'PUT' | 'GET';

const signed = (method: Method, key: string, expires: number | string, size: number | string = ''): string =>
  `strongroom-blob-address-1\n${method}\n${key}\n${expires}\n${size}`;

const hmac = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

const moment = (at: Instant): Instant => {
  if (!Number.isSafeInteger(at) || at < 0) throw new TypeError('an address expires at a whole millisecond');
  return at;
};

const bare = (query: string): string => (query.startsWith('?') ? query.slice(1) : query);
