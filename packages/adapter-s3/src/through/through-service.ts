import {
  type AllowedUpload,
  type BodyClock,
  bodyUntil,
  etag,
  type GatewayOptions,
  objectHead,
  refuseLate,
  SignedAddresses,
  systemAlarm,
  UPLOAD_OVERTIME,
  UploadsUnderWay,
  uploadEnd,
} from '@strongroom/blob-gateway';
import type { Instant } from '@strongroom/domain';
import {
  type BlobAddress,
  type BlobContent,
  type BlobGateway,
  type BlobKey,
  BlobRefusal,
  type BlobStat,
  type BlobStore,
  blobKey,
  GenerationGone,
  isBlobKey,
  Unavailable,
  type UploadRequest,
} from '@strongroom/ports';
import { checkParts, Deadline } from '@strongroom/store-kit';
import type { BucketApi } from '../bucket/bucket-api.ts';
import { ObjectJoins } from '../bucket/joins.ts';
import { ObjectNames } from '../bucket/object-names.ts';
import { S3Failure } from '../bucket/s3-failure.ts';
import { UploadSweep } from '../bucket/sweep.ts';
import { GenerationStore, type Generations, nextGeneration } from './generations.ts';
import { PartMemory } from './part-memory.ts';
import { storeBody } from './receive.ts';
import { replyChunks } from './send.ts';

export type GatewayStoreOptions = GatewayOptions &
  Readonly<{
    /** Prefix of the names of all objects; empty if the service has the bucket for itself. */
    prefix: string;
    /** Bytes that all uploads of this process hold; 192 MiB by default. */
    uploadMemory?: number;
  }>;

/** Milliseconds for a call of a request: two of them fit into its five seconds. */
const REQUEST_MS = 2200;
/** Milliseconds for a call of a job. */
const JOB_MS = 4500;
/** Number of times that a deletion looks for what is left: a proxy can answer a deletion in place of the server. */
const MAX_ROUNDS = 3;
/** Number of times a download starts again because its object was replaced. */
const MAX_REPLACED = 3;

/** Objects in a bucket, whose bytes pass through the service: clients never see the S3 server. */
export class GatewayStore implements BlobStore, BlobGateway {
  readonly #api: BucketApi;
  readonly #names: ObjectNames;
  readonly #generations: GenerationStore;
  readonly #addresses: SignedAddresses;
  readonly #pageSize: number;
  readonly #time: BodyClock;
  readonly #sweep: UploadSweep;
  readonly #check: () => Promise<void>;
  readonly #underWay = new UploadsUnderWay();
  readonly #memory: PartMemory;
  readonly #joins: ObjectJoins;

  constructor(api: BucketApi, options: GatewayStoreOptions, check: () => Promise<void>) {
    this.#api = api;
    this.#names = new ObjectNames(options.prefix);
    this.#generations = new GenerationStore(api, this.#names);
    this.#addresses = new SignedAddresses(options);
    this.#pageSize = options.pageSize ?? 1000;
    this.#time = { clock: options.clock, setAlarm: options.setAlarm ?? systemAlarm };
    this.#sweep = new UploadSweep(api, options.prefix, options.clock);
    this.#check = check;
    this.#memory = new PartMemory(options.uploadMemory);
    this.#joins = new ObjectJoins(api);
  }

  async signUpload(request: UploadRequest): Promise<string> {
    return this.#addresses.forUpload(request);
  }

  async signDownload(request: Readonly<{ key: BlobKey; expiresAt: Instant }>): Promise<string> {
    return this.#addresses.forDownload(request.key, request.expiresAt);
  }

  async stat(key: BlobKey): Promise<BlobStat | undefined> {
    return (await this.#generations.of(blobKey(key), new Deadline(REQUEST_MS))).at(-1);
  }

  async seal(upload: BlobKey, generation: string, sealed: BlobKey): Promise<void> {
    if (blobKey(upload) === blobKey(sealed))
      throw new TypeError('an object is sealed under another name than its upload name');
    const deadline = new Deadline(REQUEST_MS);
    const [uploaded, before] = await Promise.all([
      this.#generations.of(upload, deadline),
      this.#generations.of(sealed, deadline),
    ]);
    if (!isThere(before, generation)) await this.#copy(upload, uploaded, generation, sealed, deadline);
    // Older ones would come back as the current object.
    await this.#generations.remove(upload, upTo(uploaded, generation), deadline);
  }

  async #copy(
    upload: BlobKey,
    uploaded: Generations,
    generation: string,
    sealed: BlobKey,
    deadline: Deadline,
  ): Promise<void> {
    const from = this.#names.name(upload, generation);
    const isCurrent = uploaded.at(-1)?.generation === generation;
    if (isCurrent && (await this.#api.copy({ name: from }, this.#names.name(sealed, generation), deadline))) return;
    // A concurrent call may have sealed it.
    if (!isThere(await this.#generations.of(sealed, deadline), generation)) throw new GenerationGone();
  }

  async join(parts: readonly BlobKey[], upload: BlobKey): Promise<boolean> {
    checkParts(parts, upload);
    const generations: Generations[] = [];
    let before: Generations = [];
    const all = (deadline: Deadline) => Promise.all(parts.map((part) => this.#generations.of(part, deadline)));
    return this.#joins.run([upload, ...parts].join(' '), {
      sources: async (deadline) => {
        generations.push(...(await all(deadline)));
        const current = generations.map((some) => some.at(-1));
        return current.every((one) => one !== undefined)
          ? parts.map((part, index) => ({ name: this.#names.name(part, current[index]?.generation ?? '') }))
          : undefined;
      },
      name: async (deadline) => {
        before = await this.#generations.of(upload, deadline);
        return this.#names.name(upload, nextGeneration(before, this.#time.clock));
      },
      tidy: async (deadline) => {
        await Promise.all(
          parts.map((part, index) => this.#generations.remove(part, generations[index] ?? [], deadline)),
        );
        await this.#generations.remove(upload, before, deadline);
      },
    });
  }

  async delete(key: BlobKey): Promise<void> {
    const deadline = new Deadline(JOB_MS);
    for (const { name, uploadId } of await this.#api.openUploads(this.#names.of(blobKey(key)), deadline))
      await this.#api.abortUpload(name, uploadId, deadline);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const generations = await this.#generations.of(key, deadline);
      if (generations.length === 0) return;
      await this.#generations.remove(key, generations, deadline);
    }
    throw new Unavailable('blobs', { cause: new S3Failure('ObjectsStay', undefined, undefined) });
  }

  async list(prefix: string, after?: BlobKey): Promise<Readonly<{ keys: readonly BlobKey[]; next?: BlobKey }>> {
    if (!ObjectNames.canBegin(prefix)) return { keys: [] };
    const deadline = new Deadline(JOB_MS);
    const keys: BlobKey[] = [];
    let start = after === undefined || !isBlobKey(after) ? undefined : this.#names.after(after);
    for (;;) {
      const limit = Math.min(1000, this.#pageSize + 1);
      const page = { prefix: this.#names.under(prefix), after: start, limit };
      const { objects, hasMore } = await this.#api.list(page, deadline);
      for (const { name } of objects) {
        const key = this.#names.read(name)?.key;
        const last = keys.at(-1);
        if (key === undefined || key === last) continue;
        if (keys.length === this.#pageSize && last !== undefined) return { keys, next: last };
        keys.push(key);
      }
      start = objects.at(-1)?.name;
      if (!hasMore || start === undefined) return { keys };
    }
  }

  async check(): Promise<void> {
    await this.#check();
  }

  get keptAfterDeletion(): number {
    return 0;
  }

  get uploadsOutlive(): number {
    return UPLOAD_OVERTIME;
  }

  get signsLocally(): boolean {
    return true;
  }

  get downloadOrigin(): undefined {
    return undefined;
  }

  async put(address: BlobAddress, body: AsyncIterable<Uint8Array>): Promise<Readonly<{ etag: string }>> {
    const upload = this.#addresses.readUpload(address);
    this.#sweep.startIfDue();
    return this.#underWay.run(upload, () => this.#receive(upload, body));
  }

  async #receive(
    { key, size, expiresAt }: AllowedUpload,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Readonly<{ etag: string }>> {
    const end = uploadEnd(expiresAt, this.#time);
    const before = await this.#generations.of(key, new Deadline(REQUEST_MS));
    const generation = nextGeneration(before, this.#time.clock);
    const refuse = (): void => refuseLate(end, this.#time);
    const target = { name: this.#names.name(key, generation), size, refuse, memory: this.#memory };
    await storeBody(this.#api, target, bodyUntil(end, body, this.#time));
    // Replaced objects that stay are removed when their key is sealed or deleted.
    await this.#generations.remove(key, before, new Deadline(REQUEST_MS)).catch(() => undefined);
    return { etag: etag(generation) };
  }

  async get(address: BlobAddress, range: string | undefined): Promise<BlobContent> {
    const key = this.#addresses.readDownload(address);
    const deadline = new Deadline(JOB_MS);
    for (let replaced = 0; replaced < MAX_REPLACED; replaced++) {
      const found = await this.#current(key, deadline);
      const head = objectHead(found, range);
      // An empty range cannot be written, and there is nothing to read.
      if (found.size === 0) return { ...head, body: nothing() };
      // A range is answered with the size, by which a shorter object is noticed.
      const wanted = head.range ?? { first: 0, last: found.size - 1 };
      const reply = await this.#api.get(this.#names.name(key, found.generation), wanted, deadline);
      if (reply !== undefined) return { ...head, body: replyChunks(reply) };
    }
    throw new BlobRefusal('OBJECT_NOT_FOUND');
  }

  async head(address: BlobAddress, range: string | undefined): Promise<Omit<BlobContent, 'body'>> {
    const key = this.#addresses.readDownload(address);
    return objectHead(await this.#current(key, new Deadline(JOB_MS)), range);
  }

  async #current(key: BlobKey, deadline: Deadline): Promise<BlobStat> {
    const found = (await this.#generations.of(key, deadline)).at(-1);
    if (found === undefined) throw new BlobRefusal('OBJECT_NOT_FOUND');
    return found;
  }
}

const isThere = (generations: Generations, generation: string): boolean =>
  generations.some((one) => one.generation === generation);

/** Those up to `last`; none if it is missing, because what is there was then uploaded later, if by a slower clock. */
const upTo = (generations: Generations, last: string): Generations =>
  generations.slice(0, generations.findIndex(({ generation }) => generation === last) + 1);

async function* nothing(): AsyncGenerator<Uint8Array> {}
