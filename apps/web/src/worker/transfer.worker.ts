import {
  keyServiceUnwrapper,
  type Progress,
  type ReadNext,
  Strongroom,
  StrongroomError,
  type Wait,
} from '@strongroom/client';
import { ownFetch } from '../base/own-fetch.ts';
import { freshSession } from '../keys/sign-in-store.ts';
import type { FromWorker, KeyService, ToWorker } from './messages.ts';
import { putObject } from './put.ts';
import { watchSilence } from './silence.ts';
import { openUploadMemory } from './upload-database.ts';
import { asError, Uploads } from './uploads.ts';

type Order<T extends ToWorker['type']> = Extract<ToWorker, { type: T }>;

type Reading = Readonly<{ signal: AbortSignal; onProgress: (progress: Progress) => void }>;

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
  if (party === 'key-service' || code === 'RATE_LIMIT_EXCEEDED')
    say({ type: 'waiting', until: until.getTime(), party: party ?? 'service' });
  else say({ type: 'line-lost' });
};

/** The page came from the service. A person sees that uploads wait for the line, and can cancel them. */
const LINE = { isReached: true, lineWaiting: Number.POSITIVE_INFINITY };

/** A download waits too; a page that shows one file says soon that there is no line. */
const READING = { isReached: true, lineWaiting: 600_000 };

/** The page says that the key service is silent, so that a person can stop waiting for it. */
const KEYS = {
  ...READING,
  attempts: 2,
  fetch: watchSilence(
    (url, init) => fetch(url, init),
    (isSilent) => say({ type: 'keys-silent', isSilent }),
  ),
};

/** All cryptography of the application: the only place that holds keys. */
class TransferWorker {
  readonly #reading = new Map<number, AbortController>();
  readonly #uploads = openUploadMemory().then(
    (memory) =>
      new Uploads(memory, {
        onProgress: ({ id, file }, transferred) => say({ type: 'progress', id, transferred, total: file.size }),
        onCancelled: ({ id }) => say({ type: 'cancelled', id }),
        onOutcome: ({ file: { id }, ...outcome }) =>
          outcome.error === undefined
            ? say({ type: 'uploaded', id, fileId: outcome.id, version: outcome.uploaded?.version })
            : fail(id, outcome.error),
      }),
  );
  readonly #lists = new Map<number, ReadNext>();
  #client: Strongroom | undefined;
  #patient: Strongroom | undefined;

  receive(data: ToWorker): void {
    if (data.type === 'keys') this.#useKeys(data);
    else if (data.type === 'upload') void this.#uploads.then((uploads) => uploads.add(data.orders));
    else if (data.type === 'read') void this.#read(data);
    else if (data.type === 'list') this.#list(data);
    else if (data.type === 'read-next') void this.#give(data.id, (how) => this.#readNext(data, how));
    else if (data.type === 'read-item')
      void this.#give(data.id, (how) => this.#reader(data).openItem(data.roomId, data.itemId, how));
    else if (data.type === 'share')
      void this.#say(data.id, async (client) => (await client.shareWithKey(data.fileId, data.terms)).url);
    else if (data.type === 'share-package')
      void this.#say(
        data.id,
        async (client) => (await client.sharePackageWithKey(data.roomId, data.files, data.terms)).url,
      );
    else if (data.type === 'ask')
      void this.#say(data.id, async (client) => (await client.askForFiles(data.roomId, data.terms)).url);
    else if (data.type === 'accept')
      void this.#say(data.id, async (client) => (await client.acceptItem(data.roomId, data.itemId, data.about)).id);
    else if (data.type === 'cancel') this.#cancel(data);
    else void this.#pause(data);
  }

  #useKeys({ keys }: Order<'keys'>): void {
    const how = { url: self.location.origin, fetch: ownFetch, put: putObject, onWait };
    if (typeof keys !== 'string') {
      const known = { ...how, unwrap: keyServiceUnwrapper({ ...withSession(keys), ...KEYS }) };
      this.#client = new Strongroom(known);
      this.#patient = new Strongroom({ ...known, ...READING });
      void this.#uploads.then((uploads) => uploads.use(new Strongroom({ ...known, ...LINE })));
      return;
    }
    [this.#client, this.#patient] = [undefined, undefined];
    void this.#uploads.then((uploads) => uploads.use(undefined));
  }

  #known(client = this.#client): Strongroom {
    if (client === undefined) throw new StrongroomError('NO_KEY_MANAGEMENT');
    return client;
  }

  #reader({ isPatient }: Readonly<{ isPatient: boolean }>): Strongroom {
    return this.#known(isPatient ? this.#patient : this.#client);
  }

  #read({ id, fileId, version, size, isPatient }: Order<'read'>): Promise<void> {
    return this.#give(id, (how) => this.#reader({ isPatient }).download(fileId, { size, version, ...how }));
  }

  #list({ id, files }: Order<'list'>): void {
    const stop = new AbortController();
    this.#reading.set(id, stop);
    const { signal } = stop;
    signal.addEventListener('abort', () => {
      this.#reading.delete(id);
      this.#lists.delete(id);
    });
    let next: ReadNext | undefined;
    this.#lists.set(id, (how) => {
      // Without a key service, each of its readers learns that.
      next ??= this.#known(this.#patient).readInTurn(files, { signal });
      return next(how);
    });
  }

  async #readNext({ list }: Order<'read-next'>, how: Reading): Promise<Uint8Array<ArrayBuffer>> {
    const read = this.#lists.get(list);
    if (read === undefined) throw new DOMException('The list is not read any more.', 'AbortError');
    return read(how);
  }

  /** Hands a plaintext over to the page. */
  async #give(id: number, read: (how: Reading) => Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
    const stop = new AbortController();
    this.#reading.set(id, stop);
    try {
      const onProgress = (progress: Progress): void => say({ type: 'progress', id, ...progress });
      const { buffer } = await read({ signal: stop.signal, onProgress });
      say({ type: 'content', id, bytes: buffer }, [buffer]);
    } catch (error) {
      fail(id, error);
    } finally {
      this.#reading.delete(id);
    }
  }

  /** Answers with a link, or the id of a file. */
  async #say(id: number, work: (client: Strongroom) => Promise<string>): Promise<void> {
    try {
      say({ type: 'text', id, text: await work(this.#known()) });
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
say({ type: 'ready' });
