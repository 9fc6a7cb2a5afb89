import { StrongroomError } from '@strongroom/client';
import { keepSession } from './keep-session.ts';
import { endKeyWait, noteKeyWait } from './key-wait.ts';
import type { FromWorker, KeyService, ToWorker, UploadOrder } from './messages.ts';
import workerUrl from './transfer.worker.ts?worker&url';
import { trustedWorker } from './trusted-worker.ts';

type Waiting = Readonly<{
  resolve: (value: ArrayBuffer | string) => void;
  reject: (error: unknown) => void;
  onProgress: ((part: number) => void) | undefined;
}>;
type UploadListener = (message: Extract<FromWorker, { id: number }>) => void;

let worker: Worker | undefined;
let count = 0;
/** Undefined before it is known whether there is one: until then orders wait. */
let keyService: KeyService | null | undefined;
let held: ToWorker[] = [];
const reading = new Map<number, Waiting>();
const uploading = new Map<number, UploadListener>();

let isPaused = false;

/** Called when something begins, ends or is paused. A queue that a person paused and left keeps no session. */
function onChange(): void {
  if (uploading.size + reading.size === 0) endKeyWait();
  keepSession(reading.size > 0 || (uploading.size > 0 && !isPaused));
}

function receive({ data }: MessageEvent<FromWorker>): void {
  if (data.type === 'waiting') {
    noteKeyWait(data.until);
    return;
  }
  const listener = uploading.get(data.id);
  if (listener !== undefined) {
    if (data.type !== 'progress') uploading.delete(data.id);
    onChange();
    listener(data);
    return;
  }
  const waiting = reading.get(data.id);
  if (waiting === undefined) return;
  if (data.type === 'progress') {
    waiting.onProgress?.(data.total === 0 ? 1 : data.transferred / data.total);
    return;
  }
  reading.delete(data.id);
  onChange();
  if (data.type === 'content') waiting.resolve(data.bytes);
  else if (data.type === 'link') waiting.resolve(data.url);
  else if (data.type === 'failed') waiting.reject(new StrongroomError(data.error.code, { ...data.error }));
}

function send(message: ToWorker): void {
  if (keyService === undefined) {
    held.push(message);
    return;
  }
  if (worker === undefined) {
    worker = trustedWorker(workerUrl);
    worker.addEventListener('message', receive);
    worker.postMessage({ type: 'keys', keys: keyService } satisfies ToWorker);
  }
  worker.postMessage(message);
}

/** The key service to get keys from; null where there is none. */
export function setKeyService(service: KeyService | null): void {
  if (keyService === undefined) {
    keyService = service;
    const messages = held;
    held = [];
    for (const message of messages) send(message);
    return;
  }
  const isSame = service?.url === keyService?.url && service?.key === keyService?.key;
  const isSameProof = service?.device?.id === keyService?.device?.id && service?.signedIn === keyService?.signedIn;
  if (isSame && isSameProof) return;
  keyService = service;
  worker?.postMessage({ type: 'keys', keys: service } satisfies ToWorker);
}

/** Ends the worker with all its keys. Who waits for content learns that none comes. */
export function endTransfers(): void {
  held = [];
  worker?.terminate();
  worker = undefined;
  for (const { reject } of reading.values()) reject(new DOMException('The session has ended.', 'AbortError'));
  reading.clear();
  uploading.clear();
  onChange();
}

export const newTransfer = (): number => ++count;

export function upload(orders: readonly UploadOrder[], listener: (id: number) => UploadListener): void {
  for (const { id } of orders) uploading.set(id, listener(id));
  onChange();
  send({ type: 'upload', orders });
}

export function cancelUploads(ids: readonly number[]): void {
  for (const id of ids) uploading.delete(id);
  onChange();
  send({ type: 'cancel', ids });
}

export function pauseUploads(pause: boolean): void {
  isPaused = pause;
  onChange();
  send({ type: 'pause', isPaused });
}

type ReadOptions = Readonly<{ signal?: AbortSignal | undefined; onProgress?: ((part: number) => void) | undefined }>;

/** The verified plaintext of a file. */
export async function readFile(
  { id: fileId, size }: Readonly<{ id: string; size: number }>,
  { signal, onProgress }: ReadOptions = {},
): Promise<ArrayBuffer> {
  const id = newTransfer();
  const answer = await new Promise<ArrayBuffer | string>((resolve, reject) => {
    reading.set(id, { resolve, reject, onProgress });
    onChange();
    signal?.addEventListener('abort', () => {
      reading.delete(id);
      onChange();
      send({ type: 'cancel', ids: [id] });
      reject(signal.reason);
    });
    send({ type: 'read', id, fileId, size });
  });
  if (typeof answer === 'string') throw new TypeError('the worker answered another request');
  return answer;
}

/** A link whose fragment holds the key of its file. */
export async function shareWithKey(
  fileId: string,
  terms: Readonly<{ expiresIn: number; maxDownloads: number | undefined }>,
): Promise<string> {
  const id = newTransfer();
  const answer = await new Promise<ArrayBuffer | string>((resolve, reject) => {
    reading.set(id, { resolve, reject, onProgress: undefined });
    onChange();
    send({ type: 'share', id, fileId, ...terms });
  });
  if (typeof answer !== 'string') throw new TypeError('the worker answered another request');
  return answer;
}
