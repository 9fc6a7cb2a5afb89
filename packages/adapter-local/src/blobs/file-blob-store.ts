import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AllowedUpload,
  type BodyClock,
  bodyUntil,
  etag,
  type GatewayOptions,
  MAX_PER_UPLOADER,
  objectHead,
  refuseLate,
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
  type UploadRequest,
} from '@strongroom/ports';
import { checkParts } from '@strongroom/store-kit';
import { makeFolder } from '../disk/durable.ts';
import { withFileErrors } from '../disk/file-errors.ts';
import { refuseFull } from './disk-reserve.ts';
import { joinObjects } from './join-objects.ts';
import { closeObject, openObject, readObject, statObject } from './object-file.ts';
import { ObjectFolder } from './object-folder.ts';
import { walkObjects } from './object-walk.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { pageOf } from './page.ts';
import { receiveBody } from './receive.ts';
import { refusingWhenFull } from './storage-errors.ts';
import { TempFolder } from './temp-folder.ts';
import { type TempName, tagOf } from './temp-name.ts';

export type FileBlobStoreOptions = GatewayOptions &
  Readonly<{
    folder: string;
    /** Bytes of free space below which uploads are refused; by default the smaller of 1 GiB and 5 % of the disk. */
    reserve?: number | undefined;
  }>;

/** Objects as files in a folder, served by this process. Several processes may share the folder. */
export class FileBlobStore implements BlobStore, BlobGateway {
  readonly signsLocally = true;
  readonly #folder: string;
  readonly #addresses: SignedAddresses;
  readonly #temp: TempFolder;
  readonly #objects: ObjectFolder;
  readonly #pageSize: number;
  readonly #time: BodyClock;
  readonly #reserve: number | undefined;
  readonly #underWay = new UploadsUnderWay();
  readonly #turns = new OneAtATime();

  private constructor(options: FileBlobStoreOptions, temp: TempFolder) {
    this.#folder = join(options.folder, 'objects');
    this.#addresses = new SignedAddresses(options);
    this.#temp = temp;
    this.#reserve = options.reserve;
    this.#objects = new ObjectFolder(this.#folder, this.#temp);
    this.#pageSize = options.pageSize ?? 1000;
    this.#time = { clock: options.clock, setAlarm: options.setAlarm ?? systemAlarm };
  }

  /** Opens the store and creates missing folders. Rejects with Unavailable. */
  static open(options: FileBlobStoreOptions): Promise<FileBlobStore> {
    return withFileErrors('blobs', async () => {
      await makeFolder(join(options.folder, 'objects'));
      return new FileBlobStore(options, await TempFolder.open(options.folder));
    });
  }

  async signUpload(request: UploadRequest): Promise<string> {
    return this.#addresses.forUpload(request);
  }

  async signDownload(request: Readonly<{ key: BlobKey; expiresAt: Instant }>): Promise<string> {
    return this.#addresses.forDownload(request.key, request.expiresAt);
  }

  async stat(key: BlobKey): Promise<BlobStat | undefined> {
    const path = this.#objects.pathOf(blobKey(key));
    return withFileErrors('blobs', async () => statObject(path));
  }

  async seal(upload: BlobKey, generation: string, sealed: BlobKey): Promise<void> {
    if (blobKey(upload) === blobKey(sealed))
      throw new TypeError('an object is sealed under another name than its upload name');
    await withFileErrors('blobs', () => this.#turns.run(upload, () => this.#objects.move(upload, generation, sealed)));
  }

  async join(parts: readonly BlobKey[], upload: BlobKey): Promise<boolean> {
    checkParts(parts, upload);
    // One call at a time: the parts that a second one would read are removed by the first.
    return this.#turns.run(upload, () => this.#join(parts, upload));
  }

  async #join(parts: readonly BlobKey[], upload: BlobKey): Promise<boolean> {
    const path = this.#temp.freshPath(upload);
    const limits = { most: Number.POSITIVE_INFINITY, refuseFull: () => refuseFull(this.#folder, this.#reserve) };
    await limits.refuseFull();
    const paths = parts.map((part) => this.#objects.pathOf(part));
    const received = await withFileErrors('blobs', () => joinObjects(path, paths, limits));
    if (received === undefined) return false;
    await refusingWhenFull(() => this.#objects.place(received.path, upload));
    for (const part of parts)
      await withFileErrors('blobs', () => this.#turns.run(part, () => this.#objects.remove(part)));
    return true;
  }

  async delete(key: BlobKey): Promise<void> {
    blobKey(key);
    await withFileErrors('blobs', () => this.#turns.run(key, () => this.#objects.remove(key)));
    await withFileErrors('blobs', () => this.#temp.clearLeftOf(key));
  }

  async list(prefix: string, after?: BlobKey): Promise<Readonly<{ keys: readonly BlobKey[]; next?: BlobKey }>> {
    const onEmpty = (folder: string): Promise<void> => this.#objects.removeEmpty(folder);
    return withFileErrors('blobs', () => pageOf(walkObjects(this.#folder, prefix, after, onEmpty), this.#pageSize));
  }

  async check(): Promise<void> {
    await withFileErrors('blobs', () => access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK));
  }

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

  async #receive(upload: AllowedUpload, body: AsyncIterable<Uint8Array>): Promise<Readonly<{ etag: string }>> {
    const { key, size, expiresAt, uploader } = upload;
    const end = uploadEnd(expiresAt, this.#time);
    await withFileErrors('blobs', () => this.#temp.clearLeftBehind());
    await withFileErrors('blobs', () => this.#refuseTooMany(upload));
    const refuse = (): Promise<void> => refuseFull(this.#folder, this.#reserve);
    await refuse();
    const limits = { most: size + TAG_BYTES, refuseFull: refuse, ownsPieces: true };
    const path = this.#temp.freshPath(key, uploader === '' ? 'unknown' : uploader);
    const received = await receiveBody(path, bodyUntil(end, body, this.#time), limits);
    // Checked again: on a slow disk its time may have ended since the last byte arrived.
    const stillOpen = (): void => refuseLate(end, this.#time);
    await refusingWhenFull(() => this.#turns.run(key, () => this.#objects.place(received.path, key, stillOpen)));
    return { etag: etag(received.generation) };
  }

  /** Two processes may each accept an upload at the same time; both count from then on. */
  async #refuseTooMany(upload: AllowedUpload): Promise<void> {
    if (!areTooMany(upload, this.#underWay, this.#temp.ofOthers())) return;
    await this.#temp.clearDead();
    if (areTooMany(upload, this.#underWay, this.#temp.ofOthers())) throw new BlobRefusal('TOO_MANY_UPLOADS');
  }

  async get(address: BlobAddress, range: string | undefined): Promise<BlobContent> {
    const key = this.#addresses.readDownload(address);
    const object = await withFileErrors('blobs', () => openObject(this.#objects.pathOf(key), range === undefined));
    if (object === undefined) throw new BlobRefusal('OBJECT_NOT_FOUND');
    try {
      const head = objectHead(object, range);
      const body = readObject(object, head.range?.first ?? 0, head.range?.last ?? object.size - 1);
      return { ...head, body };
    } catch (error) {
      closeObject(object);
      throw error;
    }
  }

  async head(address: BlobAddress, range: string | undefined): Promise<Omit<BlobContent, 'body'>> {
    const key = this.#addresses.readDownload(address);
    const found = await withFileErrors('blobs', async () => statObject(this.#objects.pathOf(key)));
    if (found === undefined) throw new BlobRefusal('OBJECT_NOT_FOUND');
    return objectHead(found, range);
  }
}

/** Whether an upload exceeds the maximum, together with the uploads that other processes are receiving. */
function areTooMany(
  { key, uploader }: Pick<AllowedUpload, 'key' | 'uploader'>,
  underWay: UploadsUnderWay,
  others: readonly TempName[],
): boolean {
  const tag = tagOf(key);
  const received = others.filter((name) => name.uploader !== '');
  const ofUser = received.filter((name) => name.uploader === uploader).length;
  return received.some((name) => name.key === tag) || underWay.count(uploader) + ofUser > MAX_PER_UPLOADER;
}
