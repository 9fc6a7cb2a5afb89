import { databaseOf, existingDatabase, requestResult, type Store, transactionOn } from '../base/database.ts';

/** A store of one database of the browser. It keeps keys as they are: no script can read their private halves. */
export class BrowserStore<T extends Readonly<{ user: string }>> {
  readonly #database: readonly [name: string, stores: readonly Store[]];
  readonly #store: string;

  constructor(database: string, store: string) {
    this.#database = [database, [{ name: store, keyPath: 'user' }]];
    this.#store = store;
  }

  /** The value of a user; null for none. */
  async read(user: string): Promise<T | null> {
    // oxlint-disable-next-line typescript/no-unsafe-return -- read as it was stored
    const found = await this.#known<T | undefined>('readonly', (store) => store.get(user));
    return found ?? null;
  }

  /** The values of all users of this browser. */
  async all(): Promise<readonly T[]> {
    // oxlint-disable-next-line typescript/no-unsafe-return -- read as they were stored
    const found = await this.#known<T[]>('readonly', (store) => store.getAll());
    return found ?? [];
  }

  /** Stores in place of what is there for the same user. */
  async write(value: T): Promise<void> {
    await this.#using(await databaseOf(...this.#database), 'readwrite', (store) => store.put(value));
  }

  forget = (user: string): Promise<undefined> => this.#known('readwrite', (store) => store.delete(user));

  /** Undefined where this browser has no such database yet. */
  async #known<R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<R>): Promise<R | undefined> {
    const database = await existingDatabase(...this.#database);
    return database && this.#using(database, mode, work);
  }

  async #using<R>(
    database: IDBDatabase,
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<R>,
  ): Promise<R> {
    try {
      return await requestResult(
        work(transactionOn(database, this.#store, mode, { durability: 'strict' }).objectStore(this.#store)),
      );
    } finally {
      database.close();
    }
  }
}
