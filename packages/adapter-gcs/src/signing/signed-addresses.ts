import type { Instant } from '@strongroom/domain';
import { type BlobKey, blobKey, type Clock } from '@strongroom/ports';
import { percentPath } from './percent.ts';
import { signedUrl } from './signed-url.ts';
import type { Signer } from './signer.ts';

export type AddressOptions = Readonly<{
  signer: Signer;
  /** Scheme, host and port of the XML API. */
  origin: string;
  bucket: string;
  clock: Pick<Clock, 'now'>;
}>;

/** Bytes a GCM tag has: whoever leaves it at the end of the ciphertext is told so at confirm, not refused at the PUT. */
const TAG_BYTES = 16;

/** Addresses of objects, good for one method and for a while. All reject as the signer does. */
export class SignedAddresses {
  readonly #options: AddressOptions;

  constructor(options: AddressOptions) {
    this.#options = options;
  }

  /**
   * An address to PUT an object to. The range of sizes stands in the query, because a client of ours knows of no header
   * to repeat. Rejects with TypeError for a key or a size of another form.
   */
  async forUpload(key: BlobKey, size: number, expiresAt: Instant): Promise<string> {
    if (!Number.isSafeInteger(size) || size < 0)
      throw new TypeError('the size of an upload is a whole number of bytes');
    return this.#sign('PUT', key, expiresAt, { 'x-goog-content-length-range': `0,${size + TAG_BYTES}` });
  }

  /** An address to GET or HEAD an object. Rejects with TypeError for a key of another form. */
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
    // Whole seconds, rounded down at both ends: an address never outlives its moment.
    const until = Math.floor(expiresAt / 1000);
    const from = Math.min(Math.floor(clock.now() / 1000), until - 1);
    const path = `/${bucket}/${percentPath(blobKey(key))}`;
    return signedUrl(signer, { method, origin, path, query, from, seconds: until - from });
  }
}
