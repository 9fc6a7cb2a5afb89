import type { Instant } from '@strongroom/domain';
import {
  type BlobKey,
  type BlobStat,
  type BlobStore,
  blobKey,
  type Clock,
  GenerationGone,
  Unavailable,
} from '@strongroom/ports';
import { checkParts, Deadline } from '@strongroom/store-kit';
import { BucketApi } from './bucket/bucket-api.ts';
import { BUCKET_FIELDS, type BucketReport, reportOn } from './bucket/bucket-settings.ts';
import { BucketObjects } from './bucket/objects.ts';
import { BucketUnfit } from './bucket-unfit.ts';
import { type BucketCredentials, connectBucket } from './connect.ts';
import { SignedAddresses } from './signing/signed-addresses.ts';

export type GcsBlobStoreOptions = BucketCredentials &
  Readonly<{
    clock: Pick<Clock, 'now'>;
    /** Whether to accept a bucket that keeps deleted objects for a while. */
    weakerDeletion?: 'refuse' | 'allow';
    /** Number of keys per page of a list, 1000 by default. */
    pageSize?: number;
  }>;

/** Milliseconds for a call of a request: two of them fit into its five seconds. */
const REQUEST_MS = 2200;
/** Milliseconds for a call of a job. */
const JOB_MS = 4500;
/**
 * Seconds for which an accepted upload may continue. Google checks the expiry when the request begins, and documents no limit
 * for the body.
 */
const MAX_UPLOAD_SECONDS = 86_400;
/** Milliseconds for a check; /readyz waits for two seconds. */
const CHECK_MS = 1800;

/** Objects in one bucket of Google Cloud Storage. Clients upload to and download from Google directly. */
export class GcsBlobStore implements BlobStore {
  readonly #api: BucketApi;
  readonly #objects: BucketObjects;
  readonly #addresses: SignedAddresses;
  readonly #allowsWeaker: boolean;
  readonly #pageSize: number;
  readonly downloadOrigin: string;
  #keptFor = 0;

  private constructor(api: BucketApi, addresses: SignedAddresses, origin: string, options: GcsBlobStoreOptions) {
    this.#api = api;
    this.#objects = new BucketObjects(api);
    this.#addresses = addresses;
    this.downloadOrigin = origin;
    this.#allowsWeaker = options.weakerDeletion === 'allow';
    this.#pageSize = options.pageSize ?? 1000;
  }

  /** Opens the store. Rejects with BucketUnfit if the bucket breaks a promise, and with Unavailable. */
  static async open(options: GcsBlobStoreOptions): Promise<GcsBlobStore> {
    const { reached, signer } = await connectBucket(options);
    const { bucket, origin } = reached;
    const addresses = new SignedAddresses({ signer, origin, bucket: bucket.name, clock: options.clock });
    const store = new GcsBlobStore(new BucketApi(reached), addresses, origin, options);
    const problems = store.#problemsOf(await store.#report(new Deadline(JOB_MS)));
    if (problems.length > 0) throw new BucketUnfit(problems.join(' '));
    return store;
  }

  async signUpload(request: Readonly<{ key: BlobKey; size: number; expiresAt: Instant }>): Promise<string> {
    return this.#addresses.forUpload(request.key, request.size, request.expiresAt);
  }

  async signDownload(request: Readonly<{ key: BlobKey; expiresAt: Instant }>): Promise<string> {
    return this.#addresses.forDownload(request.key, request.expiresAt);
  }

  async stat(key: BlobKey): Promise<BlobStat | undefined> {
    return this.#objects.stat(blobKey(key), new Deadline(REQUEST_MS));
  }

  async seal(upload: BlobKey, generation: string, sealed: BlobKey): Promise<void> {
    if (blobKey(upload) === blobKey(sealed)) throw new TypeError('the sealed name equals the upload name');
    if (!/^\d{1,19}$/.test(generation)) throw new GenerationGone();
    const deadline = new Deadline(REQUEST_MS);
    const isCopied = await this.#objects.copy(upload, generation, sealed, deadline);
    // Another process may have sealed it, or an earlier try of this call whose reply was lost.
    if (!isCopied && (await this.#objects.sealedFrom(sealed, deadline)) !== generation) throw new GenerationGone();
    await this.#objects.remove(upload, generation, deadline);
  }

  async join(parts: readonly BlobKey[], upload: BlobKey): Promise<boolean> {
    checkParts(parts, upload);
    const deadline = new Deadline(JOB_MS);
    const found = await Promise.all(
      parts.map(async (key) => {
        const stat = await this.#objects.stat(key, deadline);
        return stat === undefined ? [] : [{ key, generation: stat.generation }];
      }),
    );
    const current = found.flat();
    if (current.length < parts.length || !(await this.#objects.compose(current, upload, deadline))) return false;
    await Promise.all(parts.map((part) => this.delete(part)));
    return true;
  }

  async delete(key: BlobKey): Promise<void> {
    const deadline = new Deadline(JOB_MS);
    const generations = await this.#objects.generationsOf(blobKey(key), deadline);
    await Promise.all(generations.map((generation) => this.#objects.remove(key, generation, deadline)));
  }

  async list(prefix: string, after?: BlobKey): Promise<Readonly<{ keys: readonly BlobKey[]; next?: BlobKey }>> {
    return this.#objects.keys(prefix, after, this.#pageSize, new Deadline(JOB_MS));
  }

  async check(): Promise<void> {
    const problems = this.#problemsOf(await this.#report(new Deadline(CHECK_MS)));
    if (problems.length > 0) throw new Unavailable('blobs', { cause: new BucketUnfit(problems.join(' ')) });
  }

  get signsLocally(): boolean {
    return this.#addresses.areLocal;
  }

  get keptAfterDeletion(): number {
    return this.#keptFor;
  }

  get uploadsOutlive(): number {
    return MAX_UPLOAD_SECONDS;
  }

  #problemsOf({ unfit, weaker }: BucketReport): readonly string[] {
    return this.#allowsWeaker ? unfit : [...unfit, ...weaker];
  }

  async #report(deadline: Deadline): Promise<BucketReport> {
    const answer = await this.#api.ask({ method: 'GET', path: '', query: { fields: BUCKET_FIELDS } }, deadline);
    if (answer.outcome === 'done') {
      const report = reportOn(this.#api.name, answer.body);
      this.#keptFor = report.keptFor;
      return report;
    }
    throw new Unavailable('blobs', { cause: new BucketUnfit(`The bucket ${this.#api.name} does not exist.`) });
  }
}
