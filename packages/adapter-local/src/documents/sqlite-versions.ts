import type { Connection } from './sqlite-connection.ts';

const EXPECT = 'SELECT 1 FROM documents WHERE collection = ?1 AND id = ?2 AND version = ?3';

/**
 * Compares versions within a transaction that holds the write lock. Documents that it has not changed are compared in the
 * cache, which equals the database while the lock is held.
 */
export class VersionCheck {
  readonly #connection: Connection;
  /** Ids by collection: one name for both would have to be made, and hashed, for each. */
  readonly #changed = new Map<string, Set<string>>();
  #isFresh = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Notes a change of this transaction. It stays noted if the change is undone. */
  changed(collection: string, id: string): void {
    const ids = this.#changed.get(collection);
    if (ids === undefined) this.#changed.set(collection, new Set([id]));
    else ids.add(id);
  }

  is(collection: string, id: string, version: number): boolean {
    if (this.#changed.get(collection)?.has(id) !== true) {
      if (!this.#isFresh) this.#connection.refresh();
      this.#isFresh = true;
      const known = this.#connection.cache.byId(collection, id);
      if (known !== undefined) return known?.version === version;
    }
    return this.#connection.sql(EXPECT).row(collection, id, version) !== undefined;
  }
}
