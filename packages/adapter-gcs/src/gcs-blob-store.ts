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
import { BucketApi } from './bucket/bucket-api.ts';
import { BUCKET_FIELDS, type BucketReport, reportOn } from './bucket/bucket-settings.ts';
import { Deadline } from './bucket/deadline.ts';
import { Objects } from './bucket/objects.ts';
import { BucketUnfit } from './bucket-unfit.ts';
import { type Access, connect } from './connect.ts';
import { SignedAddresses } from './signing/signed-addresses.ts';

export type GcsBlobStoreOptions = Access &
  Readonly<{
    clock: Pick<Clock, 'now'>;
    /** Whether a bucket will do that keeps what was deleted for a while. */
    weakerDeletion?: 'refuse' | 'allow';
    /** Keys in one page of a list, 1000 by default. */
    pageSize?: number;
  }>;

/** Milliseconds for a call that somebody waits for: two of them fit into the five seconds of a request. */
const WAITED_FOR = 2200;
/** Milliseconds for a call that a job makes. */
const OF_A_JOB = 4500;
/**
 * Seconds in which an upload that Google let in may go on. It looks at the address when the request begins, and says
 * nowhere for how long a body may come.
 */
const LONGEST_UPLOAD = 86_400;
/** Milliseconds for a check, which /readyz gives up after two seconds. */
const CHECK = 1800;

/** Objects in one bucket of Google Cloud Storage. Their bytes move between client and Google, never through here. */
export class GcsBlobStore implements BlobStore {
  readonly #api: BucketApi;
  readonly #objects: Objects;
  readonly #addresses: SignedAddresses;
  readonly #allowsWeaker: boolean;
  readonly #pageSize: number;
  readonly downloadOrigin: string;
  #keptFor = 0;

  private constructor(api: BucketApi, addresses: SignedAddresses, origin: string, options: GcsBlobStoreOptions) {
    this.#api = api;
    this.#objects = new Objects(api);
    this.#addresses = addresses;
    this.downloadOrigin = origin;
    this.#allowsWeaker = options.weakerDeletion === 'allow';
    this.#pageSize = options.pageSize ?? 1000;
  }

  /** Opens the store. Rejects with BucketUnfit where its bucket breaks a promise, and with Unavailable. */
  static async open(options: GcsBlobStoreOptions): Promise<GcsBlobStore> {
    const { bucket, signer, origin } = await connect(options);
    const addresses = new SignedAddresses({ signer, origin, bucket: bucket.name, clock: options.clock });
    const store = new GcsBlobStore(new BucketApi(bucket), addresses, origin, options);
    const problems = store.#problemsOf(await store.#report(new Deadline(OF_A_JOB)));
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
    return this.#objects.stat(blobKey(key), new Deadline(WAITED_FOR));
  }

  async seal(upload: BlobKey, generation: string, sealed: BlobKey): Promise<void> {
    if (blobKey(upload) === blobKey(sealed))
      throw new TypeError('an object is sealed under another name than its upload name');
    if (!/^\d{1,19}$/.test(generation)) throw new GenerationGone();
    const deadline = new Deadline(WAITED_FOR);
    const isCopied = await this.#objects.copy(upload, generation, sealed, deadline);
    // Somebody else may have sealed it, or this very call, whose first answer was lost.
    if (!isCopied && (await this.#objects.sealedFrom(sealed, deadline)) !== generation) throw new GenerationGone();
    await this.#objects.remove(upload, generation, deadline);
  }

  async delete(key: BlobKey): Promise<void> {
    const deadline = new Deadline(OF_A_JOB);
    const generations = await this.#objects.generationsOf(blobKey(key), deadline);
    await Promise.all(generations.map((generation) => this.#objects.remove(key, generation, deadline)));
  }

  async list(prefix: string, after?: BlobKey): Promise<Readonly<{ keys: readonly BlobKey[]; next?: BlobKey }>> {
    return this.#objects.keys(prefix, after, this.#pageSize, new Deadline(OF_A_JOB));
  }

  async check(): Promise<void> {
    const problems = this.#problemsOf(await this.#report(new Deadline(CHECK)));
    if (problems.length > 0) throw new Unavailable('blobs', { cause: new BucketUnfit(problems.join(' ')) });
  }

  get keptAfterDeletion(): number {
    return this.#keptFor;
  }

  get uploadsOutlive(): number {
    return LONGEST_UPLOAD;
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
    throw new Unavailable('blobs', { cause: new BucketUnfit(`The bucket ${this.#api.name} is not there.`) });
  }
}
