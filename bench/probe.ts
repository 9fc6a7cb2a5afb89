import fs, { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Loaded into both servers before anything else (`node --import`), so that the counts do not depend on who wrote the
 * server. Counts at the driver and the file system, and reports to the parent process on request.
 */

/** Counts and resources of a server process since its start. CPU in microseconds, memory in bytes. */
export type Reading = Readonly<{
  statements: number;
  syncs: number;
  cpu: number;
  memory: number;
  peakMemory: number;
  ownMemory: number;
}>;

type State = { writing: boolean; isFull: boolean | undefined };

const counts = { statements: 0, syncs: 0 };
const states = new WeakMap<DatabaseSync, State>();
const transactions = new WeakMap<StatementSync, Readonly<{ database: DatabaseSync; sql: string }>>();

// oxlint-disable-next-line typescript/unbound-method -- called with the database they are asked of
const { prepare, exec } = DatabaseSync.prototype;
const stateOf = (database: DatabaseSync): State => {
  const known = states.get(database);
  if (known !== undefined) return known;
  const fresh: State = { writing: false, isFull: undefined };
  states.set(database, fresh);
  return fresh;
};

/** SQLite syncs its log once when a transaction that may write is committed with `synchronous = FULL`. */
function followed(database: DatabaseSync, sql: string): void {
  const state = stateOf(database);
  if (sql.startsWith('BEGIN')) state.writing = sql.includes('IMMEDIATE');
  else if (sql.startsWith('COMMIT') && state.writing) {
    state.isFull ??= prepare.call(database, 'PRAGMA synchronous').get()?.synchronous === 2;
    if (state.isFull) counts.syncs += 1;
  }
}

DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql, ...rest) {
  const statement = prepare.call(this, sql, ...rest);
  if (/^(?:BEGIN|COMMIT)/.test(sql)) transactions.set(statement, { database: this, sql });
  return statement;
};
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql) {
  counts.statements += 1;
  exec.call(this, sql);
  followed(this, sql);
};
for (const name of ['run', 'get', 'all'] as const) {
  const plain = StatementSync.prototype[name] as (...values: unknown[]) => unknown;
  Object.defineProperty(StatementSync.prototype, name, {
    value(this: StatementSync, ...values: unknown[]) {
      counts.statements += 1;
      const transaction = transactions.get(this);
      const result: unknown = Reflect.apply(plain, this, values);
      if (transaction !== undefined) followed(transaction.database, transaction.sql);
      return result;
    },
  });
}

const { fsync } = fs;
fs.fsync = Object.assign((descriptor: number, callback: fs.NoParamCallback): void => {
  counts.syncs += 1;
  fsync(descriptor, callback);
}, fsync);
const handle = await fs.promises.open(import.meta.filename, 'r');
const handles = Object.getPrototypeOf(handle) as { sync: () => Promise<void> };
const { sync } = handles;
handles.sync = function (this: typeof handle) {
  counts.syncs += 1;
  return sync.call(this);
};
await handle.close();

function reading(): Reading {
  const { user, system } = process.cpuUsage();
  return {
    ...counts,
    cpu: user + system,
    memory: process.memoryUsage.rss(),
    // Not that of `resourceUsage`, which a process inherits from the one that started it.
    peakMemory: memoryOf('VmHWM'),
    // Without mapped files, such as Node's own program, which all processes of a machine share.
    ownMemory: memoryOf('RssAnon'),
  };
}

/** A line of `/proc/self/status`, in bytes. Linux only. */
function memoryOf(name: 'VmHWM' | 'RssAnon'): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024;
}

process.on('message', (asked) => {
  if (asked === 'reading') process.send?.(reading());
});
// The channel must not keep a stopping server alive.
process.channel?.unref();
