import type { Instant } from '@strongroom/domain';
import { type BlobKey, blobKey, type Clock } from '@strongroom/ports';
import { percentPath } from '@strongroom/store-kit';
import { signedUrl } from './signed-url.ts';
import type { Signer } from './signer.ts';

export type AddressOptions = Readonly<{
  signer: Signer;
  /** Scheme, host and port of the XML API. */
  origin: string;
  bucket: string;
  clock: Pick<Clock, 'now'>;
}>;

/** Length of a GCM tag. A ciphertext with its tag is refused with an explanation on confirm, not at the PUT. */
const TAG_BYTES = 16;

/** Signed addresses of objects, for one method and a limited time. All reject as the signer does. */
export class SignedAddresses {
  readonly #options: AddressOptions;

  constructor(options: AddressOptions) {
    this.#options = options;
  }

  /** Whether signing needs no network call. */
  get areLocal(): boolean {
    return this.#options.signer.isLocal;
  }

  /**
   * An address for a PUT. The allowed sizes are in the query, so that clients need no header. Rejects with TypeError for a
   * malformed key or size.
   */
  async forUpload(key: BlobKey, size: number, expiresAt: Instant): Promise<string> {
    if (!Number.isSafeInteger(size) || size < 0)
      throw new TypeError('the size of an upload is not a whole number of bytes');
    return this.#sign('PUT', key, expiresAt, { 'x-goog-content-length-range': `0,${size + TAG_BYTES}` });
  }

  /** An address for GET or HEAD. Rejects with TypeError for a malformed key. */
  async forDownload(key: BlobKey, expiresAt: Instant): Promise<string> {
    return this.#sign('GET', key, expiresAt, {});
  }

  #sign(
    method: 'PUT' | 'GET',
    key: BlobKey,
    expiresAt: Instant,
    query: Readonly<Record<string, string>>,
  ): Promise<string> {
    const { signer, origin, bucket, clock } = this.#options;
    // Whole seconds, rounded down at both ends, so that an address never expires late.
    const until = Math.floor(expiresAt / 1000);
    const from = Math.min(Math.floor(clock.now() / 1000), until - 1);
    const path = `/${bucket}/${percentPath(blobKey(key))}`;
    return signedUrl(signer, { method, origin, path, query, from, seconds: until - from });
  }
}
