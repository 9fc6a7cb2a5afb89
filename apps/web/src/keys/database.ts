import { databaseOf, requestResult, transactionOn } from '../base/database.ts';

/** A store of one database of the browser. It keeps keys as they are: no script can read their private halves. */
export class BrowserStore<T extends Readonly<{ user: string }>> {
  readonly #database: string;
  readonly #store: string;

  constructor(database: string, store: string) {
    this.#database = database;
    this.#store = store;
  }

  /** The value of a user; null for none. */
  async read(user: string): Promise<T | null> {
    // oxlint-disable-next-line typescript/no-unsafe-return -- read as it was stored
    const found = await this.#using<T | undefined>('readonly', (store) => store.get(user));
    return found ?? null;
  }

  /** The values of all users of this browser. */
  all = (): Promise<readonly T[]> => this.#using('readonly', (store) => store.getAll());

  /** Stores in place of what is there for the same user. */
  write = (value: T): Promise<IDBValidKey> => this.#using('readwrite', (store) => store.put(value));

  forget = (user: string): Promise<undefined> => this.#using('readwrite', (store) => store.delete(user));

  async #using<R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
    const database = await databaseOf(this.#database, [{ name: this.#store, keyPath: 'user' }]);
    try {
      return await requestResult(
        work(transactionOn(database, this.#store, mode, { durability: 'strict' }).objectStore(this.#store)),
      );
    } finally {
      database.close();
    }
  }
}
