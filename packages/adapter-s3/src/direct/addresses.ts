import type { Instant } from '@strongroom/domain';
import { type BlobKey, blobKey, type Clock } from '@strongroom/ports';
import { percentPath } from '@strongroom/store-kit';
import type { BucketCredentials } from '../bucket/connect.ts';
import type { ObjectNames } from '../bucket/object-names.ts';
import { Presigner, type SigningKey } from './presigned.ts';

/** The bucket as clients see it. */
export type PublicBucket = Pick<BucketCredentials, 'bucket' | 'endpoint' | 'region' | 'pathStyle'> &
  Readonly<{
    /** Origin of the server in addresses, where clients reach it by another name than the service. */
    publicEndpoint?: string | undefined;
  }>;

type Root = Readonly<{ origin: string; path: string }>;

/** Signed addresses of objects, for one method and a limited time. Signing calls no other system. */
export class SignedAddresses {
  readonly #root: Root;
  readonly #presigner: Presigner;
  readonly #names: ObjectNames;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(bucket: PublicBucket, key: () => SigningKey, names: ObjectNames, clock: Pick<Clock, 'now'>) {
    this.#root = rootOf(bucket);
    this.#presigner = new Presigner(key);
    this.#names = names;
    this.#clock = clock;
  }

  get origin(): string {
    return this.#root.origin;
  }

  /** An address for a PUT of exactly `size` bytes. Throws TypeError for a malformed key or size. */
  forUpload(key: BlobKey, size: number, expiresAt: Instant): string {
    return this.upload(this.#names.of(blobKey(key)), size, expiresAt);
  }

  /** An address for GET. Throws TypeError for a malformed key. */
  forDownload(key: BlobKey, expiresAt: Instant): string {
    return this.download(this.#names.of(blobKey(key)), expiresAt);
  }

  /** Signs an address by the name of the object. */
  upload(name: string, size: number, expiresAt: Instant): string {
    if (!Number.isSafeInteger(size) || size < 0)
      throw new TypeError('the size of an upload is a whole number of bytes');
    return this.#sign('PUT', name, expiresAt, size);
  }

  /** Signs an address by the name of the object. */
  download(name: string, expiresAt: Instant): string {
    return this.#sign('GET', name, expiresAt, undefined);
  }

  #sign(method: 'PUT' | 'GET', name: string, expiresAt: Instant, size: number | undefined): string {
    // Whole seconds, rounded down at both ends, so that an address never expires late.
    const until = Math.floor(expiresAt / 1000);
    const from = Math.min(Math.floor(this.#clock.now() / 1000), until - 1);
    const { origin, path } = this.#root;
    return this.#presigner.sign({
      method,
      origin,
      path: `${path}/${percentPath(name)}`,
      size,
      from,
      seconds: until - from,
    });
  }
}

/** Origin and path of the bucket. */
function rootOf({ bucket, endpoint, publicEndpoint, region, pathStyle }: PublicBucket): Root {
  const server = new URL(publicEndpoint ?? endpoint ?? `https://s3.${region}.${awsDomain(region)}`);
  // The certificate of AWS covers no bucket with a dot in its name.
  const isInPath = pathStyle ?? (endpoint !== undefined || bucket.includes('.'));
  return isInPath
    ? { origin: server.origin, path: `/${bucket}` }
    : { origin: `${server.protocol}//${bucket}.${server.host}`, path: '' };
}

const awsDomain = (region: string): string => (region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com');
