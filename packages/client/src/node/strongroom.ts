import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { Bytes } from '../content/bytes.ts';
import type { DownloadOptions } from '../content/in-memory.ts';
import { momentOf } from '../content/objects.ts';
import type { StrongroomOptions } from '../content/settings.ts';
import type { RequestUploadBody, File as RoomFile } from '../generated/operations.ts';
import { systemClock } from '../http/clock.ts';
import { type FileDescription, Strongroom as InMemory, type UploadOptions } from '../strongroom.ts';
import { type ResumableOptions, ResumableUploads } from '../transfer/resumable-uploads.ts';
import { SharedGets } from '../transfer/shared-gets.ts';
import { destinationAt } from './destination.ts';
import {
  type DownloadedFile,
  type DownloadManyOptions,
  downloadLocalFiles,
  type FileToDownload,
} from './many-downloads.ts';
import {
  type FileToUpload,
  type LocalFile,
  localContent,
  type ManyOptions,
  type OnContent,
  type UploadedFile,
  uploadLocalFiles,
} from './many-uploads.ts';
import { type FileSource, fileSource } from './source.ts';
import { spoolStream } from './spool.ts';
import { receiveStream, sendFrom, type WholeFile } from './transfers.ts';

export type SaveOptions = DownloadOptions &
  Readonly<{
    /** Replace an existing file at the destination. Without it, one is refused with DESTINATION_EXISTS. */
    overwrite?: boolean | undefined;
    /** `modified_at` of the file in the room, which the local file gets. */
    modifiedAt?: string | undefined;
    /** Called when the file is whole and verified: it gets its name once this resolves. Not for a device or a pipe. */
    onWhole?: ((whole: WholeFile) => Promise<void>) | undefined;
  }>;

/** The service for one user, with files and streams. Memory use does not depend on their size. */
export class Strongroom extends InMemory {
  readonly #url: string;
  #shared: SharedGets | undefined;

  /** Sends no request. Throws ADDRESS_MALFORMED, ADDRESS_INSECURE. */
  constructor(options: StrongroomOptions) {
    super(options);
    this.#url = options.url;
  }

  /** Encrypts and uploads a local file, by default under its own name and with the time of its last change. */
  async uploadFile(
    roomId: string,
    path: string,
    description: Omit<FileDescription, 'name'> & { readonly name?: string },
    options: UploadOptions = {},
  ): Promise<RoomFile> {
    const source = await fileSource(path);
    const modified_at = momentOf(source.modified ?? -1);
    return this.#uploadFrom(roomId, { name: basename(path), modified_at, ...description }, source, options);
  }

  /**
   * Encrypts and uploads many files, several at a time, and yields each outcome. Throws errors common to all, such as
   * an archived room. Works while it is read, and stops when the reader stops.
   */
  async *uploadFiles(
    roomId: string,
    items: Iterable<FileToUpload> | AsyncIterable<FileToUpload>,
    options: ManyOptions = {},
  ): AsyncGenerator<UploadedFile, void> {
    yield* uploadLocalFiles(this.#localTarget(roomId), items, options);
  }

  /**
   * Uploads of local files that a memory of yours holds: a later run finishes what this one leaves. After an abort, nothing
   * more is sent, and what is sent is confirmed. `onContent` is called with the SHA-256 of each content that is sent.
   */
  resumableUploads<F extends LocalFile, U>(
    roomId: string,
    options: ResumableOptions<F, U> & Readonly<{ onContent?: OnContent<F> }>,
  ): ResumableUploads<F, U, Bytes> {
    const content = localContent(this.network, options.onContent);
    return new ResumableUploads<F, U, Bytes>(this.uploadTarget(roomId, content), options);
  }

  /**
   * Encrypts and uploads a stream after it has ended, because its size must be announced. A stream that fails or is no
   * longer needed is destroyed. Throws NO_KEY_MANAGEMENT before reading it.
   */
  async uploadStream(
    roomId: string,
    description: FileDescription,
    stream: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
    options: UploadOptions = {},
  ): Promise<RoomFile> {
    void this.unwrap; // throws without key management
    return this.#uploadFrom(roomId, description, await spoolStream(stream, options.signal), options);
  }

  /**
   * Downloads into a file, which is there once it is whole and verified, and readable by its owner only; a device or a pipe
   * is written into. Answers its size.
   */
  async downloadFile(fileId: string, path: string, options: SaveOptions = {}): Promise<number> {
    const destination = await destinationAt(path, options);
    try {
      const received = await this.downloadAs(fileId, destination.receiving(this.network, options), options);
      return received.size;
    } finally {
      await destination.discard();
    }
  }

  /**
   * Downloads many files, several at a time, as `downloadFile` does, and yields each outcome. Throws errors common to
   * all. Works while it is read, and stops when the reader stops.
   */
  async *downloadFiles(
    items: Iterable<FileToDownload> | AsyncIterable<FileToDownload>,
    options: DownloadManyOptions = {},
  ): AsyncGenerator<DownloadedFile, void> {
    const { files, network, unwrap } = this;
    this.#shared ??= new SharedGets(this.#url, network, systemClock);
    yield* downloadLocalFiles({ files, unwrap, network, clock: systemClock, shared: this.#shared }, items, options);
  }

  /** Downloads as a stream, which begins once all of it is verified. Must be read to its end or destroyed. */
  downloadStream(fileId: string, options: DownloadOptions = {}): Promise<Readable> {
    return this.downloadAs(fileId, receiveStream(this.network, options), options);
  }

  #localTarget(roomId: string) {
    return this.uploadTarget(roomId, localContent(this.network));
  }

  async #uploadFrom(
    roomId: string,
    description: Omit<RequestUploadBody, 'size'>,
    source: FileSource,
    options: UploadOptions,
  ): Promise<RoomFile> {
    try {
      const sending = sendFrom(source, this.network, options);
      return await this.uploadAs(roomId, { ...description, size: source.size }, sending, options);
    } finally {
      await source.close();
    }
  }
}
