import { type Dependency, type Log } from '@strongroom/ports';

/**
 * An error in words of our own: its kind, the dependency that cannot serve, the first line of its stack trace, the code of the
 * failure behind it, and the server that could not be reached.
 */
export type LoggedError = Readonly<{
  error: string;
  dependency?: Dependency;
  at?: string;
  cause?: string;
  /** The same, where it is a state of SQL. */
  sqlstate?: string;
  host?: string;
  /** A damaged document: its collection and id. */
  document?: string;
}>;

const DEPENDENCIES: Readonly<Record<Dependency, true>> = {
  documents: true,
  blobs: true,
  keys: true,
  limits: true,
  mail: true,
  passwords: true,
  audit: true,
  witness: true,
};

/** Causes of causes that are looked at; a circle of them ends too. */
const DEPTH = 5;
const FRAMES = 30;
const UNAVAILABLE = 'Unavailable';
const MAX_TEXT = 20_000;
const KIND = /^[A-Z][A-Za-z]{0,39}$/;
/** `ECONNREFUSED`, `NoSuchBucket`, `57P01`, `550 5.1.1`: nothing in which a sentence or a secret would fit. */
const WORD = String.raw`(?:[A-Z][A-Z0-9_]{1,39}|[A-Z][A-Za-z]{2,39}|[0-9A-Z]{5}|\d{1,6}(?:\.\d{1,3}){0,2})`;
/** With a digit, which tells it from a code of the system such as EPIPE. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
const CONNECTING: ReadonlySet<string> = new Set(['connect', 'getaddrinfo']);
/** Exceptions of the web have a number that says nothing. */
const CODE_OF_KIND: Readonly<Record<string, string>> = { TimeoutError: 'ETIMEDOUT' };
/** Kinds of errors whose name says nothing of the fault. */
const GENERAL: ReadonlySet<string> = new Set(['Error', 'TypeError', 'AggregateError', UNAVAILABLE]);
const COLLECTION = /^[a-zA-Z_-]{1,40}$/;
const DOCUMENT_ID = /^[\w:-]{1,80}(?:\/[0-9a-f-]{36})?$/;
/** Ids of folders are a room followed by a path. */
const ROOM = /^([0-9a-f-]{36})\//;
const HOST = /^[\w.:-]{1,253}$/;
const CODE = new RegExp(`^${WORD}(?: ${WORD}){0,3}$`);
/** File and position of a stack frame, without the name of the function: names of properties may come from outside. */
const PLACE =
  /^ {4}at .*?((?:file:\/\/)?\/[\w@./+-]{1,300}\.(?:[cm]?[jt]s|tsx|node):\d{1,7}:\d{1,7}|node:[\w/]{1,100}:\d{1,7}:\d{1,7})\)?$/;

/**
 * Describes an error for the log. Messages of foreign errors never reach it, as they may hold an address, a path or a secret; nor do
 * malformed names and codes.
 */
export function errorForLog(error: unknown): LoggedError {
  const kind = kindOf(error);
  const dependency = dependencyOf(error);
  // An outage is thrown by the adapter, so its stack trace says nothing about the fault.
  const at = kind === UNAVAILABLE ? undefined : placesOf(error)[0];
  const cause = codeBehind(error) ?? (kind === UNAVAILABLE ? kindBehind(error) : undefined);
  const host = hostBehind(error);
  const document = documentBehind(error);
  return {
    error: kind,
    ...(dependency !== undefined && { dependency }),
    ...(at !== undefined && { at }),
    ...(cause !== undefined && { cause }),
    ...(cause !== undefined && SQLSTATE.test(cause) && { sqlstate: cause }),
    ...(host !== undefined && { host }),
    ...(document !== undefined && { document }),
  };
}

/** Ids are random, or hashes; anything else might be a name. */
function documentBehind(error: unknown): string | undefined {
  const damaged = chainOf(error).find((one) => kindOf(one) === 'DocumentDamaged');
  if (!isObject(damaged)) return undefined;
  const [collection = '', id = ''] = [textOf(damaged, 'collection'), textOf(damaged, 'documentId')];
  const shown = DOCUMENT_ID.test(id) ? id : [...(ROOM.exec(id)?.slice(1) ?? []), 'unknown'].join('/');
  return COLLECTION.test(collection) ? `${collection}/${shown}` : undefined;
}

/** The stack frames of an error and of its causes, one per line, without any message. */
export function framesForLog(error: unknown): string {
  const lines = chainOf(error).flatMap((one, depth) => [
    ...(depth === 0 ? [] : [`because of ${kindOf(one)}`]),
    ...placesOf(one),
  ]);
  return lines.join('\n');
}

/** Logs an error by its kind, code and first stack frame, and all of its frames at the level debug. */
export function logError(
  log: Log,
  level: 'warn' | 'error',
  message: string,
  error: unknown,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  log[level](message, { ...fields, ...errorForLog(error) });
  log.debug?.(`${message}: places`, { ...fields, frames: framesForLog(error) });
}

function kindOf(error: unknown): string {
  if (!isObject(error)) return typeof error;
  const name = textOf(error, 'name');
  return name !== undefined && KIND.test(name) ? name : textOf(error, 'stack') === undefined ? 'object' : 'Error';
}

/** The dependency that an Unavailable error names; undefined for every other error. */
function dependencyOf(error: unknown): Dependency | undefined {
  if (!isObject(error) || textOf(error, 'name') !== UNAVAILABLE) return undefined;
  const dependency = textOf(error, 'dependency') ?? '';
  return isDependency(dependency) ? dependency : undefined;
}

const isDependency = (name: string): name is Dependency => Object.hasOwn(DEPENDENCIES, name);

/** The server of the nearest connection error: the host name that the operator configured, or the address. */
function hostBehind(error: unknown): string | undefined {
  for (const one of chainOf(error)) {
    if (!isObject(one) || !CONNECTING.has(textOf(one, 'syscall') ?? '')) continue;
    const [host, port] = [textOf(one, 'hostname') ?? textOf(one, 'address') ?? '', propertyOf(one, 'port')];
    if (HOST.test(host)) return Number.isSafeInteger(port) ? `${host}:${String(port)}` : host;
  }
  return undefined;
}

/** Results of SQLite (https://sqlite.org/rescode.html) that an operator can act on. Node gives all errors of it one code. */
const SQLITE: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
};

function sqliteCode(error: unknown): string | undefined {
  if (!isObject(error) || propertyOf(error, 'code') !== 'ERR_SQLITE_ERROR') return undefined;
  const result = propertyOf(error, 'errcode');
  return typeof result === 'number' ? SQLITE[result & 0xff] : undefined;
}

/** The code of the failure that is the nearest to the error. */
function codeBehind(error: unknown): string | undefined {
  for (const one of chainOf(error)) {
    const known = CODE_OF_KIND[kindOf(one)] ?? sqliteCode(one);
    if (known !== undefined) return known;
    const code = isObject(one) ? propertyOf(one, 'code') : undefined;
    if (typeof code === 'number' && Number.isSafeInteger(code)) return String(code);
    if (typeof code === 'string' && CODE.test(code)) return code;
  }
  return undefined;
}

/** The deepest kind with a name of its own, for the errors of drivers without a code. */
const kindBehind = (error: unknown): string | undefined =>
  chainOf(error)
    .slice(1)
    .map(kindOf)
    .findLast((kind) => KIND.test(kind) && !GENERAL.has(kind));
function chainOf(error: unknown): readonly unknown[] {
  const chain = [error];
  for (let last = error; chain.length < DEPTH && isObject(last); chain.push(last)) {
    last = propertyOf(last, 'cause');
    if (last === undefined || last === null) break;
  }
  return chain;
}

const placesOf = (error: unknown): readonly string[] =>
  (isObject(error) ? (textOf(error, 'stack') ?? '') : '')
    .slice(0, MAX_TEXT)
    .split('\n')
    .flatMap((line) => PLACE.exec(line)?.[1] ?? [])
    .slice(0, FRAMES);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** An error from outside may have getters, and they may throw. */
function propertyOf(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name);
  } catch {
    return undefined;
  }
}

function textOf(value: object, name: string): string | undefined {
  const found = propertyOf(value, name);
  return typeof found === 'string' ? found : undefined;
}
