import { type UploadClaim, type UploadMemory, VolatileMemory } from '@strongroom/client';
import { databaseOf, existingDatabase, requestResult, transactionOn } from '../base/database.ts';

type Row = Readonly<{
  upload: string;
  /** The worker that has the upload. */
  owner: string | null;
  /** Undefined before the upload is announced. */
  announced?: Readonly<{ request: string; place: number; file?: string; begun: number }> | undefined;
}>;

type Items = Exclude<Awaited<ReturnType<UploadMemory<string>['announcement']>>, undefined>;
type Announcement = Readonly<{ request: string; items: Items; begun: number }>;

const DATABASE = 'upload-requests';
const UPLOADS = 'uploads';
const ANNOUNCEMENTS = 'announcements';
const LOCK = 'strongroom-uploads ';
/** Milliseconds. The service remembers a request for a day; one hour less allows for clocks and long uploads. */
const REPEATABLE_MS = 23 * 3_600_000;

/** A value of this module, as it was stored. */
const stored = async <T>(request: IDBRequest<unknown>): Promise<T> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read as it was stored
  (await requestResult(request)) as T;

const STORES = [
  { name: UPLOADS, keyPath: 'upload' },
  { name: ANNOUNCEMENTS, keyPath: 'request' },
];

/**
 * Unfinished uploads of this browser: after a reload, the same requests finish them. Without a database, as in some private
 * windows, they are known until the end of the page.
 */
export async function openUploadMemory(): Promise<UploadMemory<string>> {
  try {
    const database = await databaseOf(DATABASE, STORES);
    const owner = crypto.randomUUID();
    // Held as long as this worker lives.
    void navigator.locks.request(LOCK + owner, () => new Promise(() => undefined));
    return new UploadDatabase(database, owner);
  } catch {
    return new VolatileMemory();
  }
}

/** Forgets the requests of all uploads, or only if some are of other people than this one. */
export async function forgetUploadRequests(except?: string): Promise<void> {
  try {
    const database = await existingDatabase(DATABASE, STORES);
    if (database === undefined) return;
    const [uploads, announcements] = storesOf(database);
    const keys = await requestResult(uploads.getAllKeys());
    const own = except === undefined ? undefined : JSON.stringify([except]).slice(0, -1);
    if (own === undefined || !keys.every((key) => typeof key === 'string' && key.startsWith(own))) {
      uploads.clear();
      await requestResult(announcements.clear());
    }
    database.close();
  } catch {
    // Nothing is stored without a database.
  }
}

function storesOf(database: IDBDatabase): readonly [uploads: IDBObjectStore, announcements: IDBObjectStore] {
  const transaction = transactionOn(database, [UPLOADS, ANNOUNCEMENTS], 'readwrite');
  return [transaction.objectStore(UPLOADS), transaction.objectStore(ANNOUNCEMENTS)];
}

type Change = (uploads: IDBObjectStore) => Promise<void>;

const isAnnouncement = (row: unknown): row is Announcement => typeof row === 'object' && row !== null && 'begun' in row;

class UploadDatabase implements UploadMemory<string> {
  readonly #database: IDBDatabase;
  readonly #owner: string;
  readonly #claimed = new Set<string>();
  #isTidy = false;
  /** Changes of this turn, which share a transaction. */
  #changes: Change[] = [];
  #changed: Promise<void> | undefined;

  constructor(database: IDBDatabase, owner: string) {
    this.#database = database;
    this.#owner = owner;
  }

  claim: UploadMemory<string>['claim'] = async (wanted) => {
    const { held = [] } = await navigator.locks.query();
    const alive = new Set(held.map(({ name }) => name));
    const store = this.#store(UPLOADS);
    return Promise.all(
      wanted.map(async ({ upload, again }): Promise<UploadClaim> => {
        const row = await stored<Row | undefined>(store.get(upload));
        const isElsewhere = row !== undefined && row.owner !== this.#owner && alive.has(LOCK + row.owner);
        if (isElsewhere || this.#claimed.has(upload)) return { state: 'elsewhere', process: row?.owner ?? '' };
        this.#claimed.add(upload);
        const announced = row?.announced;
        const isUsable = announced !== undefined && !again && announced.begun > Date.now() - REPEATABLE_MS;
        store.put({ upload, owner: this.#owner, announced: isUsable ? announced : undefined } satisfies Row);
        if (!isUsable) return { state: 'new', abandoned: announced?.file };
        return { state: 'begun', request: announced.request, place: announced.place, file: announced.file };
      }),
    );
  };

  announcement: UploadMemory<string>['announcement'] = async (request) => {
    const found = await stored<Announcement | undefined>(this.#store(ANNOUNCEMENTS).get(request));
    return found?.items;
  };

  announce: UploadMemory<string>['announce'] = async (uploads, items) => {
    const request = crypto.randomUUID();
    const begun = Date.now();
    const [rows, announcements] = storesOf(this.#database);
    if (!this.#isTidy)
      for (const old of await requestResult<unknown[]>(announcements.getAll()))
        if (isAnnouncement(old) && old.begun < begun - REPEATABLE_MS) announcements.delete(old.request);
    this.#isTidy = true;
    announcements.put({ request, items, begun } satisfies Announcement);
    const puts = uploads.map((upload, place) =>
      requestResult(rows.put({ upload, owner: this.#owner, announced: { request, place, begun } } satisfies Row)),
    );
    await Promise.all(puts);
    return request;
  };

  announced: UploadMemory<string>['announced'] = (upload, file) =>
    this.#change(upload, (row) => row.announced && { ...row, announced: { ...row.announced, file } });

  confirmed: UploadMemory<string>['confirmed'] = (upload) => this.forget(upload);

  seen: UploadMemory<string>['seen'] = () => undefined;

  release: UploadMemory<string>['release'] = async (uploads) => {
    await Promise.all(uploads.map((upload) => this.#change(upload, (row) => ({ ...row, owner: null }))));
    for (const upload of uploads) this.#claimed.delete(upload);
  };

  forget = async (upload: string): Promise<void> => {
    await this.#together(async (uploads) => {
      await requestResult(uploads.delete(upload));
    });
    this.#claimed.delete(upload);
  };

  #store(name: string): IDBObjectStore {
    return transactionOn(this.#database, name, 'readwrite').objectStore(name);
  }

  #change(upload: string, change: (row: Row) => Row | undefined): Promise<void> {
    return this.#together(async (uploads) => {
      const row = await stored<Row | undefined>(uploads.get(upload));
      const changed = row && change(row);
      if (changed !== undefined) await requestResult(uploads.put(changed));
    });
  }

  /** A group of files is announced, and confirmed, at the same time: a transaction for each would cost more than the file. */
  #together(change: Change): Promise<void> {
    this.#changes.push(change);
    this.#changed ??= new Promise((resolve) => setTimeout(resolve, 0)).then(() => this.#apply());
    return this.#changed;
  }

  async #apply(): Promise<void> {
    const changes = this.#changes;
    [this.#changes, this.#changed] = [[], undefined];
    const [uploads, announcements] = storesOf(this.#database);
    await Promise.all(changes.map((change) => change(uploads)));
    // Names of finished files do not stay.
    if ((await requestResult(uploads.count())) === 0) await requestResult(announcements.clear());
  }
}
