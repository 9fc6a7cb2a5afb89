import {
  type CreateShareBody,
  type FileDescription,
  type PackagedFile,
  type PackageTerms,
  type RequestTerms,
  StrongroomError,
} from '@strongroom/client';
import { ObservedValue } from '../base/observed.ts';
import {
  type FromWorker,
  isSameKeyService,
  type KeyService,
  type KeysMissing,
  type ListedFile,
  type ToWorker,
  type UploadOrder,
  type WorkerKeys,
} from '../worker/messages.ts';
import type { SessionKeeper } from './keep-session.ts';
import type { KeyWait } from './key-wait.ts';

type Waiting = Readonly<{
  resolve: (value: ArrayBuffer | string) => void;
  reject: (error: unknown) => void;
  onProgress: ((part: number) => void) | undefined;
}>;
export type UploadListener = (message: Extract<FromWorker, { id: number }>) => void;

/** The worker that holds the keys. */
type KeyHolder = Readonly<{ postMessage: (message: ToWorker) => void }>;

type Parts = Readonly<{
  /** Starts the worker. It calls back with each of its messages. Returns a function that ends the worker. */
  start: (receive: (message: FromWorker, from: KeyHolder) => void) => () => void;
  keyWait: Pick<KeyWait, 'note' | 'end' | 'showSilence'>;
  session: Pick<SessionKeeper, 'isNeeded'>;
  /** Whether the service can be reached, as far as the page knows. */
  isConnected: () => boolean;
}>;

/** A cancelled upload in the end: in the room, not there, or `unsure` where the service gave no answer to its confirmation. */
type EndOfCancelled = 'arrived' | 'unsure' | 'cancelled';

function endOf(message: FromWorker): EndOfCancelled {
  if (message.type === 'uploaded') return 'arrived';
  return message.type === 'failed' && message.error.code === 'CONNECTION_LOST' ? 'unsure' : 'cancelled';
}

export type ReadOptions = Readonly<{
  signal?: AbortSignal | undefined;
  /** Whether to wait for ten minutes while the service cannot be reached. */
  isPatient?: boolean | undefined;
  onProgress?: ((part: number) => void) | undefined;
}>;

/** The requests of a page to its worker: uploads, contents of files, links. */
export class Transfers {
  /** Whether the service cannot be reached, and transfers wait until it can. */
  readonly isLineLost = new ObservedValue(false);
  readonly #parts: Parts;
  readonly #reading = new Map<number, Waiting>();
  readonly #uploading = new Map<number, UploadListener>();
  /** Cancelled uploads, of which some may be in the room already. */
  readonly #leaving = new Map<number, (end: EndOfCancelled) => void>();
  #endWorker: (() => void) | undefined;
  /** The worker, once its script runs. */
  #worker: KeyHolder | undefined;
  #count = 0;
  /** Undefined before it is known whether there is one, and while it has not answered yet: until then orders wait. */
  #keyService: WorkerKeys | undefined;
  #isSilent = false;
  /** A key service that had answered the page. */
  #wentSilent = false;
  /** For the worker, which reads nothing yet. */
  #held: ToWorker[] = [];
  #isPaused = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether an upload or download is in progress. */
  get isBusy(): boolean {
    return this.#uploading.size + this.#reading.size > 0;
  }

  newTransfer = (): number => ++this.#count;

  /** Sets the key service, or the reason that there is none. The worker notices the silence of a known one itself. */
  useKeyService(service: KeyService | KeysMissing): void {
    const known = this.#keyService;
    this.#isSilent = service === 'KEY_SERVICE_UNAVAILABLE' && known === undefined;
    this.#changed();
    if (service === 'KEY_SERVICE_UNAVAILABLE') return;
    this.#keyService = service;
    if (this.#held.length > 0) this.#start();
    else if (known !== undefined && !isSameKeyService(service, known))
      this.#worker?.postMessage({ type: 'keys', keys: service });
  }

  /** Ends the worker with all its keys. Each reader of a content learns that none comes. */
  end(): void {
    this.#held = [];
    this.#endWorker?.();
    [this.#endWorker, this.#worker] = [undefined, undefined];
    for (const { reject } of this.#reading.values()) reject(new DOMException('The session has ended.', 'AbortError'));
    this.#reading.clear();
    this.#uploading.clear();
    this.#leaving.clear();
    this.#changed();
  }

  upload(orders: readonly UploadOrder[], listener: (id: number) => UploadListener): void {
    for (const { id } of orders) this.#uploading.set(id, listener(id));
    this.#changed();
    this.#send({ type: 'upload', orders });
  }

  /** Resolves, once none of them can arrive any more, with the numbers of those that arrived nevertheless, or may have. */
  async cancelUploads(ids: readonly number[]): Promise<Readonly<{ arrived: number; unsure: number }>> {
    const known = ids.filter((id) => this.#uploading.delete(id));
    // A worker that has not started has sent nothing.
    const sent = this.#worker === undefined ? [] : known;
    const leaving = sent.map((id) => new Promise<EndOfCancelled>((resolve) => this.#leaving.set(id, resolve)));
    this.#changed();
    this.#send({ type: 'cancel', ids });
    const ends = await Promise.all(leaving);
    const count = (wanted: EndOfCancelled): number => ends.filter((end) => end === wanted).length;
    return { arrived: count('arrived'), unsure: count('unsure') };
  }

  pauseUploads(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#changed();
    this.#send({ type: 'pause', isPaused });
  }

  /** The verified plaintext of a file, in the version that is named or else in the current one. */
  readFile(
    { id: fileId, size }: Readonly<{ id: string; size: number }>,
    { version, isPatient = false, ...options }: ReadOptions & Readonly<{ version?: number }> = {},
  ): Promise<ArrayBuffer> {
    return this.#content((id) => ({ type: 'read', id, fileId, version, size, isPatient }), options, isPatient);
  }

  /**
   * Reads files in the order of the list: each call answers the verified plaintext of the next one. Waits for ten minutes while
   * the service cannot be reached.
   */
  readerOf(files: readonly ListedFile[], signal: AbortSignal): () => Promise<ArrayBuffer> {
    const list = this.newTransfer();
    this.#send({ type: 'list', id: list, files: files.map(({ id, size }) => ({ id, size })) });
    const cancel = (): void => {
      if (this.#worker !== undefined || this.#held.length > 0) this.#send({ type: 'cancel', ids: [list] });
    };
    signal.addEventListener('abort', cancel, { once: true });
    return () => this.#content((id) => ({ type: 'read-next', id, list }), { signal }, true);
  }

  /** The verified plaintext of a file of the inbox. */
  readItem(roomId: string, itemId: string, { isPatient = false, ...options }: ReadOptions = {}): Promise<ArrayBuffer> {
    return this.#content((id) => ({ type: 'read-item', id, roomId, itemId, isPatient }), options, isPatient);
  }

  /** A link whose fragment holds the key of its file. */
  shareWithKey(fileId: string, terms: CreateShareBody): Promise<string> {
    return this.#text((id) => ({ type: 'share', id, fileId, terms }));
  }

  /** One link to several files, whose fragment holds a key that opens their keys. */
  sharePackageWithKey(roomId: string, files: readonly PackagedFile[], terms: PackageTerms): Promise<string> {
    return this.#text((id) => ({ type: 'share-package', id, roomId, files, terms }));
  }

  /** A link through which people without an account send files to a room. */
  askForFiles(roomId: string, terms: RequestTerms): Promise<string> {
    return this.#text((id) => ({ type: 'ask', id, roomId, terms }));
  }

  /** Makes a file of the room of one in its inbox. Returns the id of the file. */
  acceptItem(roomId: string, itemId: string, about: FileDescription): Promise<string> {
    return this.#text((id) => ({ type: 'accept', id, roomId, itemId, about }));
  }

  /** Fails at once where there is no connection, unless it waits for that: the worker may wait for its own script. */
  async #content(message: (id: number) => ToWorker, options: ReadOptions, isPatient: boolean): Promise<ArrayBuffer> {
    if (!isPatient) this.#requireConnection();
    const answer = await this.#ask(message, options);
    if (typeof answer === 'string') throw new TypeError('the worker answered another request');
    return answer;
  }

  #requireConnection(): void {
    if (!this.#parts.isConnected()) throw new StrongroomError('CONNECTION_LOST');
  }

  async #text(message: (id: number) => ToWorker): Promise<string> {
    this.#requireConnection();
    const answer = await this.#ask(message);
    if (typeof answer !== 'string') throw new TypeError('the worker answered another request');
    return answer;
  }

  #ask(message: (id: number) => ToWorker, { signal, onProgress }: ReadOptions = {}): Promise<ArrayBuffer | string> {
    const id = this.newTransfer();
    let stopped = (): void => undefined;
    const answer = new Promise<ArrayBuffer | string>((resolve, reject) => {
      stopped = () => {
        this.#reading.delete(id);
        this.#changed();
        this.#send({ type: 'cancel', ids: [id] });
        reject(signal?.reason);
      };
      this.#reading.set(id, { resolve, reject, onProgress });
      this.#changed();
      signal?.addEventListener('abort', stopped);
      this.#send(message(id));
    });
    // One signal serves thousands of files.
    return answer.finally(() => signal?.removeEventListener('abort', stopped));
  }

  /** Called when something begins, ends or is paused. A queue that a person paused and left keeps no session. */
  #changed(): void {
    const [uploads, reads] = [this.#uploading.size, this.#reading.size];
    if (uploads + reads === 0) {
      this.#wentSilent = false;
      this.#parts.keyWait.end();
      this.#lineIsLost(false);
    }
    this.#parts.keyWait.showSilence((this.#isSilent || this.#wentSilent) && uploads + reads > 0);
    this.#parts.session.isNeeded = reads > 0 || (uploads > 0 && !this.#isPaused);
  }

  #lineIsLost(isLost: boolean): void {
    if (this.isLineLost.value === isLost) return;
    this.isLineLost.value = isLost;
    this.isLineLost.draw();
  }

  #send(message: ToWorker): void {
    if (this.#worker !== undefined) {
      this.#worker.postMessage(message);
      return;
    }
    this.#held.push(message);
    this.#start();
  }

  #start(): void {
    if (this.#keyService === undefined) return;
    this.#endWorker ??= this.#parts.start((message, from) => this.#receive(message, from));
  }

  #receive(message: FromWorker, from: KeyHolder): void {
    if (message.type === 'ready') {
      this.#worker = from;
      if (this.#keyService !== undefined) from.postMessage({ type: 'keys', keys: this.#keyService });
      for (const held of this.#held.splice(0)) from.postMessage(held);
      return;
    }
    if (message.type === 'waiting') {
      this.#parts.keyWait.note(message.until, message.party);
      return;
    }
    if (message.type === 'line-lost') {
      this.#lineIsLost(this.#uploading.size + this.#reading.size > 0);
      return;
    }
    if (message.type === 'keys-silent') {
      this.#wentSilent = message.isSilent;
      this.#changed();
      return;
    }
    // Each attempt begins with a progress of 0 bytes.
    if (message.type !== 'progress' || message.transferred > 0) this.#lineIsLost(false);
    const leave = this.#leaving.get(message.id);
    if (leave !== undefined && message.type !== 'progress') {
      this.#leaving.delete(message.id);
      leave(endOf(message));
      return;
    }
    const listener = this.#uploading.get(message.id);
    if (listener !== undefined) {
      if (message.type !== 'progress') this.#uploading.delete(message.id);
      this.#changed();
      listener(message);
      return;
    }
    const waiting = this.#reading.get(message.id);
    if (waiting === undefined) return;
    if (message.type === 'progress') {
      waiting.onProgress?.(message.total === 0 ? 1 : message.transferred / message.total);
      return;
    }
    this.#reading.delete(message.id);
    this.#changed();
    if (message.type === 'content') waiting.resolve(message.bytes);
    else if (message.type === 'text') waiting.resolve(message.text);
    else if (message.type === 'failed') waiting.reject(new StrongroomError(message.error.code, { ...message.error }));
  }
}
