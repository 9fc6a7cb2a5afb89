import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { DownloadOptions, TransferOptions } from '../content/in-memory.ts';
import type { RequestUploadBody, File as RoomFile, Upload } from '../generated/operations.ts';
import { type FileDescription, Strongroom as InMemory, type UploadOptions } from '../strongroom.ts';
import type { FileToUpload } from './announcements.ts';
import { partFile } from './part-file.ts';
import { fileSource, type Source } from './source.ts';
import { spooled } from './spool.ts';
import { receiveInto, receiveStream, sendFrom } from './transfers.ts';
import { type ManyOptions, type UploadedFile, uploadFiles } from './upload-files.ts';

export type SaveOptions = DownloadOptions &
  Readonly<{
    /** Replace what is at the destination. Without it that is DESTINATION_EXISTS. */
    overwrite?: boolean | undefined;
  }>;

/** The service as somebody sees it, with files and streams: of whatever size they are, memory stays small. */
export class Strongroom extends InMemory {
  /** Encrypts and uploads a file of this machine; under its own name where the description has none. */
  async uploadFile(
    roomId: string,
    path: string,
    description: Omit<FileDescription, 'name'> & { readonly name?: string },
    options: UploadOptions = {},
  ): Promise<RoomFile> {
    return this.#uploadFrom(roomId, { name: basename(path), ...description }, await fileSource(path), options);
  }

  /**
   * Encrypts and uploads many files, several at a time; tells of each as it is done or refused. What they have in common,
   * such as a room that is archived, is thrown. Goes on while it is read, and ends where nobody reads on.
   */
  async *uploadFiles(
    roomId: string,
    items: Iterable<FileToUpload> | AsyncIterable<FileToUpload>,
    options: ManyOptions = {},
  ): AsyncGenerator<UploadedFile, void> {
    const { files, network, unwrap } = this;
    const send = (source: Source, announce: () => Promise<Upload>, how: TransferOptions) =>
      this.uploadAnnounced({ roomId, announce, send: sendFrom(source, network, how), unwrap }, how);
    yield* uploadFiles({ files, roomId, send }, items, options);
  }

  /**
   * Encrypts and uploads what a stream gives, once it has ended: its size is announced beforehand. A stream that fails or
   * is not wanted any more is destroyed. Throws NO_KEY_MANAGEMENT before anything of it is read.
   */
  async uploadStream(
    roomId: string,
    description: FileDescription,
    stream: AsyncIterable<Uint8Array | string>,
    options: UploadOptions = {},
  ): Promise<RoomFile> {
    void this.unwrap; // throws where there is none
    return this.#uploadFrom(roomId, description, await spooled(stream, options.signal), options);
  }

  /** Downloads into a file, which is there once it is whole and verified, and readable by its owner only. Answers its size. */
  async downloadFile(fileId: string, path: string, options: SaveOptions = {}): Promise<number> {
    const part = await partFile(path, options.overwrite ?? false);
    try {
      return await this.downloadAs(fileId, receiveInto(part, this.network, options), options);
    } finally {
      await part.discard();
    }
  }

  /** Downloads as a stream, which begins once all of it is verified. Must be read to its end or destroyed. */
  downloadStream(fileId: string, options: DownloadOptions = {}): Promise<Readable> {
    return this.downloadAs(fileId, receiveStream(this.network, options), options);
  }

  async #uploadFrom(
    roomId: string,
    description: Omit<RequestUploadBody, 'size'>,
    source: Source,
    options: UploadOptions,
  ): Promise<RoomFile> {
    try {
      const send = sendFrom(source, this.network, options);
      return await this.uploadAs(roomId, { ...description, size: source.size }, send, options);
    } finally {
      await source.close();
    }
  }
}
