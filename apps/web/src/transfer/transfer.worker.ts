import { keyServiceUnwrapper, type Result, StrongroomError, type Upload, type Wait } from '@strongroom/client';
import { ownFetch } from '../base/own-fetch.ts';
import { freshSession } from '../keys/sign-in-store.ts';
import type { FromWorker, KeyService, ToWorker, UploadOrder } from './messages.ts';
import { RoomFiles } from './room-files.ts';

/** All cryptography of the application: the only place that holds keys. */
const SIDE_BY_SIDE = 4;
/** Announced together: their keys come in one answer, and each address has to be used before it expires. */
const MOST_ANNOUNCED = 40;
const MOST_BYTES = 200_000_000;

let client: RoomFiles | undefined;
let waiting: UploadOrder[] = [];
let running = 0;
let isPaused = false;
let isAnnouncing = false;
const announced: (() => Promise<void>)[] = [];
const controllers = new Map<number, AbortController>();

const say = (message: FromWorker, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });

/** The key service with the sign-in of the user, as it is stored at the time of each request. */
const withSession = ({ signedIn: user, ...keys }: KeyService) => ({
  ...keys,
  session:
    user === undefined
      ? undefined
      : async () => {
          const session = await freshSession(user);
          if (session === undefined) throw new StrongroomError('KEY_SIGN_IN_ENDED');
          return session;
        },
});

function fail(id: number, error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const { code, message, status, retryAfter } =
    error instanceof StrongroomError ? error : new StrongroomError('UNEXPECTED', { message: String(error) });
  say({ type: 'failed', id, error: { code, message, status, retryAfter } });
}

const onWait = ({ until, for: party }: Wait): void => {
  if (party === 'key-service') say({ type: 'waiting', until: until.getTime() });
};

const known = (): RoomFiles => {
  if (client === undefined) throw new StrongroomError('NO_KEY_MANAGEMENT');
  return client;
};

function controllerOf(id: number): AbortController {
  const controller = controllers.get(id) ?? new AbortController();
  controllers.set(id, controller);
  return controller;
}

/** Announces the next files of one room: few enough that their addresses are used soon. */
async function announceNext(): Promise<void> {
  const [first] = waiting;
  if (first === undefined || isAnnouncing || isPaused || announced.length > SIDE_BY_SIDE) return;
  isAnnouncing = true;
  const batch: UploadOrder[] = [];
  let bytes = 0;
  for (const order of waiting) {
    if (batch.length >= MOST_ANNOUNCED || order.roomId !== first.roomId) break;
    bytes += order.file.size;
    if (batch.length > 0 && bytes > MOST_BYTES) break;
    batch.push(order);
  }
  waiting = waiting.slice(batch.length);
  try {
    const items = batch.map(({ name, file, folder, classification }) => ({
      name,
      size: file.size,
      content_type: file.type || 'application/octet-stream',
      folder,
      ...(classification === undefined ? {} : { classification }),
    }));
    // Asked once more with the same key, the service gives new addresses for the same uploads.
    const idempotencyKey = crypto.randomUUID();
    const ask = () => known().files.announceMany(first.roomId, { items }, { idempotencyKey });
    for (const { index, data, error } of await ask()) {
      const order = batch[index];
      if (order === undefined) continue;
      if (data === undefined) fail(order.id, new StrongroomError(error.code, { ...error }));
      else announced.push(() => sendOne(order, addresses(data, ask, index)));
    }
  } catch (error) {
    for (const { id } of batch) fail(id, error);
  }
  isAnnouncing = false;
  next();
}

/** The first address of an upload, then others: it expires while the upload waits for the key service. */
function addresses(first: Upload, ask: () => Promise<readonly Result<Upload>[]>, at: number): () => Promise<Upload> {
  let unused: Upload | undefined = first;
  return async () => {
    const given = unused;
    unused = undefined;
    if (given !== undefined) return given;
    const again = (await ask()).find(({ index }) => index === at);
    if (again?.data === undefined) throw new StrongroomError(again?.error.code ?? 'URL_EXPIRED', { ...again?.error });
    return again.data;
  };
}

async function sendOne(order: UploadOrder, announce: () => Promise<Upload>): Promise<void> {
  const { id, roomId, file } = order;
  const { signal } = controllerOf(id);
  try {
    const onProgress = (transferred: number): void => say({ type: 'progress', id, transferred, total: file.size });
    onProgress(0);
    const { id: fileId } = await known().send(roomId, announce, file, { signal, onProgress });
    say({ type: 'uploaded', id, fileId });
  } catch (error) {
    fail(id, error);
  } finally {
    controllers.delete(id);
  }
}

function next(): void {
  for (;;) {
    if (isPaused || running >= SIDE_BY_SIDE) break;
    const send = announced.shift();
    if (send === undefined) break;
    running++;
    void send().finally(() => {
      running--;
      next();
    });
  }
  void announceNext();
}

async function read(id: number, fileId: string, size: number): Promise<void> {
  const { signal } = controllerOf(id);
  try {
    const onProgress = ({ transferred, total }: Readonly<{ transferred: number; total: number }>): void =>
      say({ type: 'progress', id, transferred, total });
    const { buffer } = await known().download(fileId, { size, signal, onProgress });
    say({ type: 'content', id, bytes: buffer }, [buffer]);
  } catch (error) {
    fail(id, error);
  } finally {
    controllers.delete(id);
  }
}

type ShareOrder = Extract<ToWorker, { type: 'share' }>;

async function share({ id, fileId, expiresIn, maxDownloads }: ShareOrder): Promise<void> {
  try {
    const terms = { expires_in: expiresIn, ...(maxDownloads === undefined ? {} : { max_downloads: maxDownloads }) };
    const { url } = await known().shareWithKey(fileId, terms);
    say({ type: 'link', id, url });
  } catch (error) {
    fail(id, error);
  }
}

function cancel(ids: readonly number[]): void {
  const gone = new Set(ids);
  waiting = waiting.filter(({ id }) => !gone.has(id));
  for (const id of ids) controllerOf(id).abort();
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'keys') {
    const unwrap = data.keys === null ? undefined : keyServiceUnwrapper({ ...withSession(data.keys), attempts: 2 });
    client = unwrap && new RoomFiles({ url: self.location.origin, fetch: ownFetch, unwrap, onWait });
  } else if (data.type === 'upload') {
    waiting.push(...data.orders);
    next();
  } else if (data.type === 'read') void read(data.id, data.fileId, data.size);
  else if (data.type === 'share') void share(data);
  else if (data.type === 'cancel') cancel(data.ids);
  else {
    ({ isPaused } = data);
    next();
  }
});
