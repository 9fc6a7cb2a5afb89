import { randomUUID } from 'node:crypto';
import {
  type AllowedUpload,
  type BodyClock,
  bodyUntil,
  etag,
  type GatewayOptions,
  objectHead,
  SignedAddresses,
  systemAlarm,
  TAG_BYTES,
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
  type UploadRequest,
} from '@strongroom/ports';
import { checkParts } from '@strongroom/store-kit';
import { type KeyPage, pageOf } from './page.ts';

type Held = Readonly<{ bytes: Uint8Array; generation: string }>;

export type MemoryBlobStoreOptions = GatewayOptions;

/** Objects in memory, for tests. */
export class MemoryBlobStore implements BlobStore, BlobGateway {
  readonly signsLocally = true;
  readonly #objects = new Map<BlobKey, Held>();
  readonly #addresses: SignedAddresses;
  readonly #pageSize: number;
  readonly #time: BodyClock;
  readonly #underWay = new UploadsUnderWay();

  constructor(options: MemoryBlobStoreOptions) {
    this.#addresses = new SignedAddresses(options);
    this.#pageSize = options.pageSize ?? 1000;
    this.#time = { clock: options.clock, setAlarm: options.setAlarm ?? systemAlarm };
  }

  async signUpload(request: UploadRequest): Promise<string> {
    return this.#addresses.forUpload(request);
  }

  async signDownload(request: Readonly<{ key: BlobKey; expiresAt: Instant }>): Promise<string> {
    return this.#addresses.forDownload(request.key, request.expiresAt);
  }

  async stat(key: BlobKey): Promise<BlobStat | undefined> {
    const held = this.#objects.get(blobKey(key));
    return held && { size: held.bytes.byteLength, generation: held.generation };
  }

  async seal(upload: BlobKey, generation: string, sealed: BlobKey): Promise<void> {
    if (blobKey(upload) === blobKey(sealed))
      throw new TypeError('an object is sealed under another name than its upload name');
    const held = this.#objects.get(upload);
    const there = this.#objects.get(sealed);
    if (there !== undefined ? there.generation !== generation : held?.generation !== generation)
      throw new GenerationGone();
    if (held?.generation !== generation) return;
    this.#objects.set(sealed, held);
    this.#objects.delete(upload);
  }

  async join(parts: readonly BlobKey[], upload: BlobKey): Promise<boolean> {
    checkParts(parts, upload);
    const held = parts.map((part) => this.#objects.get(part)).filter((one) => one !== undefined);
    if (held.length < parts.length) return false;
    this.#objects.set(upload, { bytes: Buffer.concat(held.map(({ bytes }) => bytes)), generation: randomUUID() });
    for (const part of parts) this.#objects.delete(part);
    return true;
  }

  async delete(key: BlobKey): Promise<void> {
    this.#objects.delete(blobKey(key));
  }

  async list(prefix: string, after?: BlobKey): Promise<KeyPage> {
    const keys = [...this.#objects.keys()].filter(
      (key) => key.startsWith(prefix) && (after === undefined || key > after),
    );
    return pageOf(keys.sort(), this.#pageSize);
  }

  async check(): Promise<void> {}

  get keptAfterDeletion(): number {
    return 0;
  }

  get uploadsOutlive(): number {
    return UPLOAD_OVERTIME;
  }

  get downloadOrigin(): undefined {
    return undefined;
  }

  async put(address: BlobAddress, body: AsyncIterable<Uint8Array>): Promise<Readonly<{ etag: string }>> {
    const upload = this.#addresses.readUpload(address);
    return this.#underWay.run(upload, () => this.#receive(upload, body));
  }

  async #receive(
    { key, size, expiresAt }: AllowedUpload,
    body: AsyncIterable<Uint8Array>,
  ): Promise<Readonly<{ etag: string }>> {
    const pieces: Uint8Array[] = [];
    let received = 0;
    for await (const piece of bodyUntil(uploadEnd(expiresAt, this.#time), body, this.#time)) {
      received += piece.byteLength;
      if (received > size + TAG_BYTES) throw new BlobRefusal('PAYLOAD_TOO_LARGE');
      pieces.push(Uint8Array.from(piece));
    }
    const generation = randomUUID();
    this.#objects.set(key, { bytes: Buffer.concat(pieces), generation });
    return { etag: etag(generation) };
  }

  async get(address: BlobAddress, range: string | undefined): Promise<BlobContent> {
    const { bytes, generation } = this.#find(address);
    const head = objectHead({ size: bytes.byteLength, generation }, range);
    const part = head.range === undefined ? bytes : bytes.subarray(head.range.first, head.range.last + 1);
    return { ...head, body: once(Uint8Array.from(part)) };
  }

  async head(address: BlobAddress, range: string | undefined): Promise<Omit<BlobContent, 'body'>> {
    const { bytes, generation } = this.#find(address);
    return objectHead({ size: bytes.byteLength, generation }, range);
  }

  #find(address: BlobAddress): Held {
    const held = this.#objects.get(this.#addresses.readDownload(address));
    if (held === undefined) throw new BlobRefusal('OBJECT_NOT_FOUND');
    return held;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}
