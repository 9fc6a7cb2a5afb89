import { accountCalls, auditCalls, entranceCalls, serviceCalls, tokenCalls } from './calls/account.ts';
import { callerOf } from './calls/caller.ts';
import { fileCalls, shareCalls } from './calls/files.ts';
import { orgUnitCalls, userCalls } from './calls/people.ts';
import { memberCalls, receiptCalls, roomCalls } from './calls/rooms.ts';
import { type Bytes, ownBytes } from './content/bytes.ts';
import type { KeyUnwrapper } from './content/data-key.ts';
import { downloadWith } from './content/download.ts';
import { type DownloadOptions, receiveInMemory, sendFromMemory, type TransferOptions } from './content/in-memory.ts';
import { tooLarge } from './content/objects.ts';
import { type Send, type Uploading, uploadWith } from './content/upload.ts';
import { StrongroomError } from './error.ts';
import {
  type CreateShareBody,
  MAX_FILE_BYTES,
  type RequestUploadBody,
  type File as RoomFile,
} from './generated/operations.ts';
import { type SharedWithKey, shareWithKey } from './links/share.ts';
import { entranceHttp, type Network, networkOf, type StrongroomOptions, signedInHttp } from './settings.ts';

/** Description of a file in its room; its size is measured. */
export type FileDescription = Omit<RequestUploadBody, 'size'>;

export type UploadOptions = TransferOptions &
  Readonly<{
    /**
     * Names this upload, so that the same call with the same key resumes it within a day. FILE_ALREADY_CONFIRMED says that
     * it was finished before. A failed upload without a key is removed.
     */
    idempotencyKey?: string | undefined;
    /** Called with the file's id before anything is sent, so that it can be stored. */
    onAnnounced?: ((fileId: string) => void) | undefined;
  }>;

/** The service for one user: its calls, and files that are encrypted and decrypted here, in memory. */
export class Strongroom {
  readonly rooms;
  readonly members;
  readonly files;
  readonly shares;
  readonly users;
  readonly orgUnits;
  readonly account;
  readonly tokens;
  readonly audit;
  readonly receipts;
  readonly service;
  /** The calls that need no credential. What they send is secret: over plain HTTP to another machine, ADDRESS_INSECURE. */
  readonly entrance;
  readonly #network: Network;
  readonly #unwrap: KeyUnwrapper | undefined;

  /** Calls nothing yet. Throws ADDRESS_MALFORMED, ADDRESS_INSECURE. */
  constructor(options: StrongroomOptions) {
    this.#network = networkOf(options);
    this.#unwrap = options.unwrap;
    const caller = callerOf(signedInHttp(options, this.#network));
    this.rooms = roomCalls(caller);
    this.members = memberCalls(caller);
    this.files = fileCalls(caller);
    this.shares = shareCalls(caller);
    this.users = userCalls(caller);
    this.orgUnits = orgUnitCalls(caller);
    this.account = accountCalls(caller);
    this.tokens = tokenCalls(caller);
    this.audit = auditCalls(caller);
    this.receipts = receiptCalls(caller);
    this.service = serviceCalls(caller);
    this.entrance = entranceCalls(callerOf(entranceHttp(options, this.#network)));
  }

  /** Encrypts and uploads what is in memory. */
  async upload(
    roomId: string,
    description: FileDescription,
    content: Uint8Array | Blob,
    options: UploadOptions = {},
  ): Promise<RoomFile> {
    if ((content instanceof Blob ? content.size : content.length) > MAX_FILE_BYTES) throw tooLarge();
    const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : ownBytes(content);
    const send = sendFromMemory(bytes, this.network, options);
    return this.uploadAs(roomId, { ...description, size: bytes.length }, send, options);
  }

  /** Downloads, decrypts and verifies. The plaintext is in memory and nowhere else. */
  download(fileId: string, options: DownloadOptions = {}): Promise<Bytes> {
    return this.downloadAs(fileId, receiveInMemory(this.network, options), options);
  }

  /** A link that needs neither an account nor a key service: its fragment holds the file's key, which the service never sees. */
  async shareWithKey(fileId: string, terms: CreateShareBody, options: TransferOptions = {}): Promise<SharedWithKey> {
    return shareWithKey({ files: this.files, shares: this.shares, unwrap: this.unwrap }, fileId, terms, options.signal);
  }

  /** For the editions of this class that know other places than memory. */
  protected get network(): Network {
    return this.#network;
  }

  /** Throws NO_KEY_MANAGEMENT; checked before anything is announced or used up. */
  protected get unwrap(): KeyUnwrapper {
    if (this.#unwrap === undefined) throw new StrongroomError('NO_KEY_MANAGEMENT');
    return this.#unwrap;
  }

  protected async uploadAs(roomId: string, body: RequestUploadBody, send: Send, options: UploadOptions) {
    const { signal } = options;
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
    const announce = () => this.files.announce(roomId, body, { idempotencyKey, signal });
    return this.uploadAnnounced({ roomId, announce, send, unwrap: this.unwrap }, options);
  }

  protected uploadAnnounced(
    upload: Pick<Uploading, 'roomId' | 'announce' | 'send' | 'unwrap'>,
    { signal, onAnnounced, idempotencyKey }: UploadOptions,
  ): Promise<RoomFile> {
    const isResumable = idempotencyKey !== undefined;
    return uploadWith({ ...upload, files: this.files, signal, onAnnounced, isResumable });
  }

  protected async downloadAs<T>(
    fileId: string,
    receive: Parameters<typeof downloadWith<T>>[0]['receive'],
    { signal }: TransferOptions,
  ): Promise<T> {
    const download = () => this.files.download(fileId, { signal });
    return downloadWith({ unwrap: this.unwrap, download, receive, signal });
  }
}
