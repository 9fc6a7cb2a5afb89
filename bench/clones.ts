import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** A stored document, as its row. */
export type Stored = Readonly<{
  collection: string;
  id: string;
  version: number;
  schema: number;
  position: number;
  keys: string;
  unique_keys: string;
  body: string;
}>;

/**
 * Large sets are copies of documents that the service itself has made, with other ids and moments: made over the
 * interface, a hundred thousand files would take as long as everything else together.
 */
export class Clones {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  }

  find(collection: string, like: string): Stored {
    const row = this.#database
      .prepare('SELECT * FROM documents WHERE collection = ? AND body LIKE ? ORDER BY position, id LIMIT 1')
      .get(collection, `%${like}%`);
    if (row === undefined) throw new Error(`no ${collection} like ${like}`);
    return row as Stored;
  }

  /** Adds the document with every `from` of its texts replaced by `to`. */
  add(of: Stored, changes: readonly (readonly [from: string, to: string])[], position = of.position): void {
    const all = [...changes, [String(of.position), String(position)] as const];
    const changed = (text: string): string => all.reduce((result, [from, to]) => result.replaceAll(from, to), text);
    const { collection } = of;
    const [id, keys, unique] = [changed(of.id), changed(of.keys), changed(of.unique_keys)];
    this.#sql('INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?)').run(
      collection,
      id,
      of.version,
      of.schema,
      position,
      keys,
      unique,
      changed(of.body),
    );
    for (const key of parsed(keys))
      this.#sql('INSERT INTO keys VALUES (?, ?, ?, ?)').run(collection, key, position, id);
    for (const key of parsed(unique)) this.#sql('INSERT INTO unique_keys VALUES (?, ?, ?)').run(collection, key, id);
  }

  /** Writes a number into the body of a document. */
  put(collection: string, id: string, path: string, value: number): void {
    this.#sql('UPDATE documents SET body = json_set(body, ?, ?) WHERE collection = ? AND id = ?').run(
      path,
      value,
      collection,
      id,
    );
  }

  close(): void {
    this.#database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
    this.#database.close();
  }

  readonly #prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  #sql(text: string) {
    const known = this.#prepared.get(text) ?? this.#database.prepare(text);
    this.#prepared.set(text, known);
    return known;
  }
}

const parsed = (keys: string) => JSON.parse(keys) as readonly string[];

/** Many ids at once. */
export const freshIds = (count: number): readonly string[] => Array.from({ length: count }, () => randomUUID());
