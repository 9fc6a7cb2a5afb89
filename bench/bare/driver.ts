import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A row of the table of documents. */
export type Row = Record<string, string | number>;

const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA cache_size = -8000;
  PRAGMA secure_delete = ON;
  PRAGMA temp_store = MEMORY;
`;

type Waiting = { run: () => unknown; resolve: (value: never) => void; reject: (error: unknown) => void };

/** The calls of one event-loop turn in one transaction. */
class Turn {
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;
  #waiting: Waiting[] = [];

  constructor(database: DatabaseSync, begin: string) {
    this.#begin = database.prepare(begin);
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
  }

  run<T>(run: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#serve());
      this.#waiting.push({ run, resolve, reject });
    });
  }

  #serve(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      this.#begin.run();
      const answers = waiting.map(({ run }) => run());
      this.#commit.run();
      for (const [at, { resolve }] of waiting.entries()) resolve(answers[at] as never);
    } catch (error) {
      this.#rollback.run();
      for (const { reject } of waiting) reject(error);
    }
  }
}

/** The store of documents, by hand. */
export class Store {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #totals = new Map<string, { collection: string; keys: Set<string>; found: number }>();
  readonly #reads: Turn;
  readonly #writes: Turn;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(SETTINGS);
    this.#reads = new Turn(this.#database, 'BEGIN');
    this.#writes = new Turn(this.#database, 'BEGIN IMMEDIATE');
  }

  /** A total that is counted once, because no other process writes here. The statement runs nevertheless. */
  total(collection: string, keys: readonly string[], count: () => number): number {
    this.sql('PRAGMA data_version').get();
    const name = `${collection} ${keys.join(' ')}`;
    const known = this.#totals.get(name);
    if (known !== undefined) return known.found;
    const total = { collection, keys: new Set(keys), found: count() };
    this.#totals.set(name, total);
    return total.found;
  }

  sql(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  read<T>(run: () => T): Promise<T> {
    return this.#reads.run(run);
  }

  /** Each in a savepoint, so that a failure undoes only its own change. */
  write(run: () => void): Promise<void> {
    return this.#writes.run(() => {
      this.sql('SAVEPOINT one').run();
      run();
      this.sql('RELEASE one').run();
    });
  }

  byId(collection: string, id: string): Row {
    return this.sql(
      'SELECT id, version, position, keys, unique_keys, body FROM documents WHERE collection = ? AND id = ?',
    ).get(collection, id) as Row;
  }

  byKey(collection: string, key: string): Row {
    return this.sql(`SELECT d.id, d.version, d.position, d.keys, d.unique_keys, d.body FROM unique_keys AS u
      CROSS JOIN documents AS d ON d.collection = u.collection AND d.id = u.id
      WHERE u.collection = ? AND u.key = ?`).get(collection, key) as Row;
  }

  insert(collection: string, id: string, position: number, keys: readonly string[], body: unknown, unique = ''): void {
    this.sql('INSERT INTO documents VALUES (?, ?, 1, 1, ?, ?, ?, ?)').run(
      collection,
      id,
      position,
      JSON.stringify(keys),
      unique === '' ? '[]' : JSON.stringify([unique]),
      JSON.stringify(body),
    );
    for (const total of this.#totals.values())
      if (total.collection === collection && keys.some((key) => total.keys.has(key))) total.found += 1;
    for (const key of keys) this.sql('INSERT INTO keys VALUES (?, ?, ?, ?)').run(collection, key, position, id);
    if (unique !== '') this.sql('INSERT INTO unique_keys VALUES (?, ?, ?)').run(collection, unique, id);
  }
}

/** The store of the rate limit, by hand. */
export class Limits {
  readonly #turn: Turn;
  readonly #take: StatementSync;

  constructor(path: string) {
    const database = new DatabaseSync(path);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
    this.#turn = new Turn(database, 'BEGIN IMMEDIATE');
    this.#take = database.prepare(`INSERT INTO windows (bucket, ends_at, used) VALUES (?1, ?2 + 60000, 1)
      ON CONFLICT (bucket) DO UPDATE SET
        used = CASE WHEN ends_at <= ?2 THEN 1 ELSE used + 1 END,
        ends_at = CASE WHEN ends_at <= ?2 THEN excluded.ends_at ELSE ends_at END
      RETURNING ends_at, used`);
  }

  take(bucket: string): Promise<unknown> {
    return this.#turn.run(() => this.#take.get(Buffer.from(bucket), Date.now()));
  }
}
