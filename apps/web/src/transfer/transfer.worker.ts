import { keyServiceUnwrapper, Strongroom, StrongroomError, type Wait } from '@strongroom/client';
import { ownFetch } from '../base/own-fetch.ts';
import { freshSession } from '../keys/sign-in-store.ts';
import type { FromWorker, KeyService, ToWorker } from './messages.ts';
import { put } from './put.ts';
import { openUploadMemory } from './upload-database.ts';
import { asError, Uploads } from './uploads.ts';

type Order<T extends ToWorker['type']> = Extract<ToWorker, { type: T }>;

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
  const { code, message, status, retryAfter } = asError(error);
  say({ type: 'failed', id, error: { code, message, status, retryAfter } });
}

const onWait = ({ until, code, for: party }: Wait): void => {
  if (party === 'key-service') say({ type: 'waiting', until: until.getTime() });
  else if (code !== 'RATE_LIMIT_EXCEEDED') say({ type: 'line-lost' });
};

/** The page came from the service. A person sees that uploads wait for the line, and can cancel them. */
const LINE = { isReached: true, lineWaiting: Number.POSITIVE_INFINITY };

/** All cryptography of the application: the only place that holds keys. */
class TransferWorker {
  readonly #reading = new Map<number, AbortController>();
  readonly #uploads = openUploadMemory().then(
    (memory) =>
      new Uploads(memory, {
        onProgress: ({ id, file }, transferred) => say({ type: 'progress', id, transferred, total: file.size }),
        onOutcome: ({ file: { id }, ...outcome }) =>
          outcome.error === undefined ? say({ type: 'uploaded', id, fileId: outcome.id }) : fail(id, outcome.error),
      }),
  );
  #client: Strongroom | undefined;

  receive(data: ToWorker): void {
    if (data.type === 'keys') this.#useKeys(data);
    else if (data.type === 'upload') void this.#uploads.then((uploads) => uploads.add(data.orders));
    else if (data.type === 'read') void this.#read(data);
    else if (data.type === 'share') void this.#share(data);
    else if (data.type === 'cancel') this.#cancel(data);
    else void this.#pause(data);
  }

  #useKeys({ keys }: Order<'keys'>): void {
    const unwrap = keys === null ? undefined : keyServiceUnwrapper({ ...withSession(keys), attempts: 2 });
    const how = { url: self.location.origin, fetch: ownFetch, put, unwrap, onWait };
    this.#client = unwrap && new Strongroom(how);
    const client = unwrap && new Strongroom({ ...how, ...LINE });
    void this.#uploads.then((uploads) => uploads.use(client));
  }

  get #known(): Strongroom {
    if (this.#client === undefined) throw new StrongroomError('NO_KEY_MANAGEMENT');
    return this.#client;
  }

  async #read({ id, fileId, version, size }: Order<'read'>): Promise<void> {
    const stop = new AbortController();
    this.#reading.set(id, stop);
    try {
      const { buffer } = await this.#known.download(fileId, {
        size,
        version,
        signal: stop.signal,
        onProgress: (progress) => say({ type: 'progress', id, ...progress }),
      });
      say({ type: 'content', id, bytes: buffer }, [buffer]);
    } catch (error) {
      fail(id, error);
    } finally {
      this.#reading.delete(id);
    }
  }

  async #share({ id, fileId, terms }: Order<'share'>): Promise<void> {
    try {
      const { url } = await this.#known.shareWithKey(fileId, terms);
      say({ type: 'link', id, url });
    } catch (error) {
      fail(id, error);
    }
  }

  #cancel({ ids }: Order<'cancel'>): void {
    for (const id of ids) this.#reading.get(id)?.abort();
    void this.#uploads.then((uploads) => uploads.cancel(ids));
  }

  async #pause({ isPaused }: Order<'pause'>): Promise<void> {
    (await this.#uploads).isPaused = isPaused;
  }
}

const worker = new TransferWorker();
self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => worker.receive(data));
