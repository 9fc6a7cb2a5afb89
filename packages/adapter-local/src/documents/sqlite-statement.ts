import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';

/** Types that this adapter binds. node:sqlite would also accept undefined (as NULL) and true (as 1). */
export type SqlValue = string | number | bigint | Uint8Array | null;

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** Counts since the database was opened, for benchmarks and tests. */
export type Counters = { statements: number; commits: number; syncs: number; retries: number };

/**
 * A prepared statement, and the only place where values are bound. Parameters are ?1, ?2 … node:sqlite would silently bind
 * missing ones as NULL, and an object as named parameters, so number and types are checked.
 */
export class Statement {
  readonly #statement: StatementSync;
  readonly #arity: number;
  readonly #counters: Counters;

  constructor(database: DatabaseSync, sql: string, counters: Counters) {
    this.#statement = database.prepare(sql);
    this.#arity = Math.max(0, ...Array.from(sql.matchAll(/\?(\d+)/g), ([, number]) => Number(number)));
    this.#counters = counters;
  }

  /** Returns the number of changed rows. */
  run(...values: readonly SqlValue[]): number {
    return Number(this.#statement.run(...this.#checked(values)).changes);
  }

  row(...values: readonly SqlValue[]): Row | undefined {
    return this.#statement.get(...this.#checked(values));
  }

  rows(...values: readonly SqlValue[]): readonly Row[] {
    return this.#statement.all(...this.#checked(values));
  }

  /** The rows one by one, for results that do not fit into memory. */
  each(...values: readonly SqlValue[]): IterableIterator<Row> {
    return this.#statement.iterate(...this.#checked(values));
  }

  #checked(values: readonly SqlValue[]): readonly SqlValue[] {
    if (values.length !== this.#arity) throw new TypeError(`${values.length} values for ${this.#arity} parameters`);
    for (const value of values) {
      const fits =
        typeof value === 'string' ||
        typeof value === 'bigint' ||
        value === null ||
        Number.isSafeInteger(value) ||
        value instanceof Uint8Array;
      if (!fits) throw new TypeError(`a value of type ${typeof value} cannot be bound`);
    }
    this.#counters.statements += 1;
    return values;
  }
}

export const textOf = (row: Row, column: string): string => {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`the column ${column} holds no text`);
  return value;
};

export const integerOf = (row: Row, column: string): number => {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`the column ${column} holds no integer`);
  return value;
};

export const bytesOf = (row: Row, column: string): Uint8Array => {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`the column ${column} holds no bytes`);
  return value;
};

export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null ? null : textOf(row, column);
