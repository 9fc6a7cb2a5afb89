import { DatabaseError } from 'pg';

/** Codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html) and of our own functions. */
export const CODES = {
  versionConflict: 'SR001',
  duplicateKey: 'SR002',
  insufficientPrivilege: '42501',
  unknownDatabase: '3D000',
  unknownSetting: '42704',
  readOnly: '25006',
  diskFull: '53100',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlock: '40P01',
} as const;

/**
 * Classes of a server that cannot serve now: connection, rights of the user, aborted by a conflict, resources, operator,
 * system. The single codes are those of a lock that took too long, a standby, and a missing database or right.
 */
const INFRASTRUCTURE_CLASSES = new Set(['08', '28', '40', '53', '57', '58', 'XX']);
const INFRASTRUCTURE_CODES = new Set<string>([
  '55P03',
  '25P03',
  CODES.readOnly,
  CODES.unknownDatabase,
  CODES.insufficientPrivilege,
  // Without the right to use the schema, its tables and functions are unknown.
  '42P01',
  '42883',
]);

/** The connection failed, or the server did not answer in time. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  /** Whether the statement may have reached the server. */
  readonly wasSent: boolean;
  /** Code for the log. The driver gives some of its errors only a message. */
  readonly code: string | undefined;
  constructor(wasSent: boolean, cause: unknown) {
    super('the connection to PostgreSQL was lost', { cause });
    this.wasSent = wasSent;
    this.code = hasCode(cause) ? undefined : codeOfSentence(cause instanceof Error ? cause.message : '');
  }
}

const hasCode = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && cause.code !== undefined;

/** Beginnings of sentences of the driver (pg 8). Any other error without a code is about an answer that it does not understand. */
const SENTENCES = [
  ['Connection terminated', 'CONNECTION_ENDED'],
  ['The server does not support SSL', 'NO_TLS'],
  ['SASL', 'NO_PASSWORD'],
] as const;

const codeOfSentence = (sentence: string): string =>
  SENTENCES.find(([begin]) => sentence.startsWith(begin))?.[1] ?? 'FOREIGN_ANSWER';

/** An end that this process brought about, with a code for the log. */
export const endedBecause = (code: 'ETIMEDOUT' | 'CLOSED' | 'DEADLINE', sentence: string): Error =>
  Object.assign(new Error(sentence), { code });

export const codeOf = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.code : error instanceof ConnectionLost ? codeOf(error.cause) : undefined;

/** The server knows no such user, or another password. */
export const isRefusedLogin = (error: unknown): boolean => ['28P01', '28000'].includes(codeOf(error) ?? '');

/** The server or the connection failed; every other error is a bug. */
export const isInfrastructureError = (error: unknown): boolean => {
  if (error instanceof ConnectionLost) return true;
  const code = codeOf(error);
  return code !== undefined && (INFRASTRUCTURE_CLASSES.has(code.slice(0, 2)) || INFRASTRUCTURE_CODES.has(code));
};

/** The server has no room left, or writes are switched off. It serves reads. */
export const isWriteRefusal = (error: unknown): boolean =>
  [CODES.readOnly, CODES.diskFull].some((code) => code === codeOf(error));

/** The server refused this statement, and may answer others: a bug, or damage that it met. */
export const isOfStatement = (error: unknown): boolean =>
  codeOf(error)?.startsWith('XX') === true || !isInfrastructureError(error);

/** The server stopped the statement, because it or a lock took too long. */
export const wasTooLong = (error: unknown): boolean => ['57014', '55P03'].includes(codeOf(error) ?? '');

/** Codes of a connection ended from outside: the statement may be done, because the commit may wait for a standby. */
const ENDED = new Set(['57P01', '57P02', '57P05']);

/** The statement certainly changed nothing: it never arrived, or the server aborted it. */
export const wasNotDone = (error: unknown): boolean => {
  if (error instanceof ConnectionLost) return !error.wasSent;
  const code = codeOf(error);
  return code !== undefined && !ENDED.has(code) && !code.startsWith('08');
};

/** Whether the connection can be used again after the error. */
export const isSessionOver = (error: unknown): boolean => {
  const code = codeOf(error);
  return error instanceof ConnectionLost || code === undefined || /^(08|25006|57P|58|XX|53)/.test(code);
};
