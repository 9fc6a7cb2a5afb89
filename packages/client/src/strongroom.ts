import { StrongroomError } from './base/error.ts';
import type { KeyUnwrapper } from './base/key-unwrapper.ts';
import type { VersionOption } from './calls/files.ts';
import { type Bytes, ownBytes } from './content/bytes.ts';
import { downloadWith, type ReceiveMethod } from './content/download.ts';
import { type DownloadOptions, receiveInMemory, sendFromMemory, type TransferOptions } from './content/in-memory.ts';
import { tooLarge } from './content/objects.ts';
import { readSeal } from './content/sealed.ts';
import type { StrongroomOptions } from './content/settings.ts';
import { type ConfirmUpload, type UploadMethod, uploadWith } from './content/upload.ts';
import {
  type CreateShareBody,
  MAX_FILE_BYTES,
  type RequestUploadBody,
  type File as RoomFile,
} from './generated/operations.ts';
import { baseAddress } from './http/address.ts';
import { systemClock } from './http/clock.ts';
import { patientUnwrapper } from './keys/patient-unwrapper.ts';
import type { RequestTerms, RequestWithLink } from './links/ask-for-files.ts';
import { type SharedWithKey, shareWithKey } from './links/share.ts';
import { type PackagedFile, type PackageTerms, sharePackageWithKey } from './links/share-package.ts';
import { StrongroomCalls } from './service-calls.ts';
import { type BlobFile, blobContent } from './transfer/blob-content.ts';
import type { WantedFile } from './transfer/download-files.ts';
import { type ReadNext, readInTurn } from './transfer/read-in-turn.ts';
import { type ResumableOptions, ResumableUploads } from './transfer/resumable-uploads.ts';
import { StoreSeats } from './transfer/seats.ts';
import { SharedPuts } from './transfer/shared-puts.ts';
import type { UploadContent, UploadTarget } from './transfer/upload-groups.ts';

/** Description of a file in its room; the size is measured. */
export type FileDescription = Omit<RequestUploadBody, 'size'>;

export type UploadOptions = TransferOptions &
  Readonly<{
    /**
     * Identifies this upload: the same call with the same key resumes it within a day. FILE_ALREADY_CONFIRMED means
     * that it was finished before. Without a key, a failed upload is removed.
     */
    idempotencyKey?: string | undefined;
    /** Called with the file's id before anything is sent, so that the caller can store it. */
    onAnnounced?: ((fileId: string) => void) | undefined;
  }>;

/** Loaded where it is needed: few callers ask for files, and pages load what they use. */
const requestKeys = () => import('./links/ask-for-files.ts');

/** The service for one user: its calls, and encryption and decryption of files in memory. */
export class Strongroom extends StrongroomCalls {
  readonly #unwrap: KeyUnwrapper | undefined;
  readonly #seats: StoreSeats;

  /** Sends no request. Throws ADDRESS_MALFORMED, ADDRESS_INSECURE. */
  constructor(options: StrongroomOptions) {
    super(options);
    const base = baseAddress(options.url);
    this.#seats = new StoreSeats(base, new SharedPuts(base, this.network, systemClock));
    this.#unwrap = options.unwrap && patientUnwrapper(options.unwrap, this.files, this.network);
  }

  /** Encrypts and uploads bytes in memory. */
  async upload(
    roomId: string,
    description: FileDescription,
    content: Uint8Array | Blob,
    options: UploadOptions = {},
  ): Promise<RoomFile> {
    if ((content instanceof Blob ? content.size : content.length) > MAX_FILE_BYTES) throw tooLarge();
    const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : ownBytes(content);
    const sending = sendFromMemory(bytes, this.network, options);
    return this.uploadAs(roomId, { ...description, size: bytes.length }, sending, options);
  }

  /** Downloads, decrypts and verifies. The plaintext exists in memory only. */
  download(fileId: string, options: DownloadOptions = {}): Promise<Bytes> {
    return this.downloadAs(fileId, receiveInMemory(this.network, options), options);
  }

  /**
   * Reads many files in memory, in the order of the list: each call of the answer downloads the next one. Addresses and keys come in
   * groups, which cost one request each.
   */
  readInTurn(items: Iterable<WantedFile>, options: Pick<TransferOptions, 'signal'> = {}): ReadNext {
    const { files, unwrap, network } = this;
    return readInTurn({ files, unwrap, network }, items, options.signal);
  }

  /**
   * Uploads of files in memory, of which `memory` knows what is under way: a later run finishes what this one leaves. After an
   * abort, nothing more is sent, and what is sent is confirmed.
   */
  resumableBlobUploads<F extends BlobFile, U>(
    roomId: string,
    options: ResumableOptions<F, U>,
  ): ResumableUploads<F, U, CryptoKey> {
    return new ResumableUploads<F, U, CryptoKey>(this.uploadTarget(roomId, blobContent(this.network)), options);
  }

  /** A link that needs neither an account nor a key service: its fragment holds the file's key, which the service never sees. */
  async shareWithKey(fileId: string, terms: CreateShareBody, options: TransferOptions = {}): Promise<SharedWithKey> {
    return shareWithKey({ files: this.files, shares: this.shares, unwrap: this.unwrap }, fileId, terms, options.signal);
  }

  /** One link to several files of a room, as `shareWithKey`: its fragment holds a key that opens the keys of the files. */
  async sharePackageWithKey(
    roomId: string,
    files: readonly PackagedFile[],
    terms: PackageTerms,
    options: TransferOptions = {},
  ): Promise<SharedWithKey> {
    const sharing = { files: this.files, shares: this.shares, unwrap: this.unwrap };
    return sharePackageWithKey(sharing, roomId, files, terms, options.signal);
  }

  /**
   * A link through which people without an account send files into the inbox of a room. Draws the key that they are sealed to; the
   * fragment of the link names it.
   */
  async askForFiles(roomId: string, terms: RequestTerms, options: TransferOptions = {}): Promise<RequestWithLink> {
    const { askForFiles } = await requestKeys();
    return askForFiles({ requests: this.uploadRequests, unwrap: this.unwrap }, roomId, terms, options.signal);
  }

  /** Decrypts a file of the inbox in memory. Throws KEY_NOT_UNWRAPPED, CONTENT_NOT_AUTHENTIC: then refuse it. */
  async openItem(roomId: string, itemId: string, options: TransferOptions = {}): Promise<Bytes> {
    const { signal } = options;
    const download = () => this.inbox.download(roomId, itemId, { signal });
    const first = await download();
    readSeal(first);
    const { keyOfItem } = await requestKeys();
    const dek = await keyOfItem(this.unwrap, first, signal);
    try {
      const key = await crypto.subtle.importKey('raw', dek, 'AES-GCM', false, ['decrypt']);
      return await receiveInMemory(this.network, options).receive(first, key, download);
    } finally {
      dek.fill(0);
    }
  }

  /**
   * Takes a file of the inbox into the room: opens it, encrypts it afresh under a key of the room, uploads it and says so. Throws as
   * `openItem`; nothing is uploaded then.
   */
  async acceptItem(
    roomId: string,
    itemId: string,
    description: FileDescription,
    options: TransferOptions = {},
  ): Promise<RoomFile> {
    const content = await this.openItem(roomId, itemId, options);
    const file = await this.upload(roomId, description, content, { signal: options.signal });
    await this.inbox.accept(roomId, itemId, { file_id: file.id }, { signal: options.signal });
    return file;
  }

  /** Throws NO_KEY_MANAGEMENT, checked before anything is announced or used up. */
  protected get unwrap(): KeyUnwrapper {
    if (this.#unwrap === undefined) throw new StrongroomError('NO_KEY_MANAGEMENT');
    return this.#unwrap;
  }

  protected uploadAs<K>(roomId: string, body: RequestUploadBody, sending: UploadMethod<K>, options: UploadOptions) {
    const { signal, onAnnounced, idempotencyKey = crypto.randomUUID() } = options;
    const { files, unwrap } = this;
    const announce = () => files.announce(roomId, body, { idempotencyKey, signal });
    const confirm: ConfirmUpload = (id, { iv, tag }) => files.confirm(roomId, id, { iv, tag }, { signal });
    const isResumable = options.idempotencyKey !== undefined;
    return uploadWith({
      ...sending,
      replaces: body.replaces,
      files,
      unwrap,
      announce,
      confirm,
      signal,
      onAnnounced,
      isResumable,
    });
  }

  /** The room and the content of uploads of many files. */
  protected uploadTarget<F, K>(roomId: string, content: UploadContent<F, K>): UploadTarget<F, K> {
    return { files: this.files, roomId, unwrap: this.unwrap, content: this.#seats.seated(content), clock: systemClock };
  }

  protected async downloadAs<T, K>(
    fileId: string,
    receiving: ReceiveMethod<T, K>,
    { signal, version }: TransferOptions & VersionOption,
  ): Promise<T> {
    const download = (of?: number) => this.files.download(fileId, { version: of ?? version, signal });
    return downloadWith({ unwrap: this.unwrap, download, again: download, ...receiving, fileId, signal });
  }
}
