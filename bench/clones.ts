import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** A stored document, as its row. */
export type StoredRow = Readonly<{
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
 * Large sets are copies of documents that the service made, with other ids and times: creating a hundred thousand files
 * over the interface would take as long as everything else together.
 */
export class Clones {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  }

  find(collection: string, like: string): StoredRow {
    const row = this.#database
      .prepare('SELECT * FROM documents WHERE collection = ? AND body LIKE ? ORDER BY position, id LIMIT 1')
      .get(collection, `%${like}%`);
    if (row === undefined) throw new Error(`no ${collection} like ${like}`);
    return row as StoredRow;
  }

  all(collection: string, like: string): readonly StoredRow[] {
    const rows = this.#sql('SELECT * FROM documents WHERE collection = ? AND body LIKE ?').all(collection, `%${like}%`);
    return rows.map((row) => row as StoredRow);
  }

  /** Adds the document with every `from` of its texts replaced by `to`. */
  add(of: StoredRow, changes: readonly (readonly [from: string, to: string])[], position = of.position): void {
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

  /**
   * Adds `count` copies with fresh ids, a millisecond apart, in one statement per table: inserting in index order is
   * ten times as fast.
   */
  addMany(of: StoredRow, count: number): void {
    if (of.keys.includes(of.id) || of.unique_keys !== '[]')
      throw new TypeError(`${of.collection} have keys of their own: use add`);
    this.#database.exec(
      'CREATE TEMP TABLE IF NOT EXISTS fresh (position INTEGER NOT NULL, id TEXT NOT NULL); DELETE FROM fresh',
    );
    this.#sql(`WITH RECURSIVE numbers (number, bits) AS (
        SELECT 0, lower(hex(randomblob(16)))
        UNION ALL SELECT number + 1, lower(hex(randomblob(16))) FROM numbers WHERE number + 1 < ?1
      )
      INSERT INTO fresh SELECT number + ?2, substr(bits, 1, 8) || '-' || substr(bits, 9, 4) || '-4' ||
        substr(bits, 14, 3) || '-8' || substr(bits, 18, 3) || '-' || substr(bits, 21) FROM numbers`).run(
      count,
      of.position,
    );
    const changed = (text: string): string => `replace(replace(${text}, ?2, id), ?3, position)`;
    this.#sql(`INSERT INTO documents
      SELECT ?1, id, ?4, ?5, position, ${changed('?6')}, ${changed('?7')}, ${changed('?8')} FROM fresh ORDER BY id`).run(
      of.collection,
      of.id,
      String(of.position),
      of.version,
      of.schema,
      of.keys,
      of.unique_keys,
      of.body,
    );
    for (const key of parsed(of.keys))
      this.#sql('INSERT INTO keys SELECT ?, ?, position, id FROM fresh ORDER BY position, id').run(of.collection, key);
  }

  /** Ids of a collection, in no particular order. */
  someIds(collection: string, count: number): readonly string[] {
    const rows = this.#sql('SELECT id FROM documents WHERE collection = ? LIMIT ?').all(collection, count);
    return rows.map(({ id }) => String(id));
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
