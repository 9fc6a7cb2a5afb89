import { type Document, MongoAPIError, MongoError, MongoServerError } from 'mongodb';

export const DUPLICATE_KEY = 11_000;

/**
 * Codes of a server that cannot serve now: it is not the primary, shuts down, is too slow, has no disk or memory left, takes
 * no writes, or refuses the user (https://www.mongodb.com/docs/manual/reference/error-codes/).
 */
const INFRASTRUCTURE_CODES = new Set([
  6, 7, 11, 13, 18, 24, 50, 64, 89, 91, 112, 134, 146, 189, 202, 211, 225, 239, 246, 251, 262, 290, 317, 365, 371, 391,
  462, 9001, 10_058, 10_107, 11_600, 11_601, 11_602, 13_388, 13_435, 13_436, 14_031,
]);

/** The server or the connection failed; every other error is a bug. */
export const isInfrastructureError = (error: unknown): boolean => {
  if (error instanceof MongoServerError) return INFRASTRUCTURE_CODES.has(Number(error.code)) || isTransient(error);
  if (error instanceof MongoAPIError) return false;
  if (error instanceof MongoError) return true;
  // The driver passes socket errors on unchanged, some without a code.
  return error instanceof Error && error.constructor === Error;
};

/** `OutOfDiskSpace`, and `UserWritesBlocked` after `setUserWriteBlockMode`. */
const WRITE_REFUSALS = new Set([14_031, 371]);

/** The server takes no writes before its operator has acted, and serves reads. */
export const isWriteRefusal = (error: unknown): boolean =>
  error instanceof MongoServerError && WRITE_REFUSALS.has(Number(error.code));

/** By name: the driver does not export all of the classes. `PoolClearedOnNetworkError` is missing: its command was in flight. */
const NOT_SENT = new Set(['MongoServerSelectionError', 'MongoWaitQueueTimeoutError', 'MongoPoolClearedError']);

/** The command never left this process. */
export const wasNotSent = (error: unknown): boolean => error instanceof MongoError && NOT_SENT.has(error.name);

/** NotWritablePrimary and similar codes, which the server returns before it starts, and the duplicate of two upserts. */
const NOT_BEGUN = new Set([10_107, 13_435, 13_436, 10_058, DUPLICATE_KEY]);

/** The write of one document was certainly not done. */
export const wasNotDone = (error: unknown): boolean =>
  wasNotSent(error) || (error instanceof MongoServerError && NOT_BEGUN.has(Number(error.code)));

/** The server aborted the transaction without any effect; it may be run again. */
export const isTransient = (error: unknown): boolean =>
  error instanceof MongoServerError && error.hasErrorLabel('TransientTransactionError');

/** The server has written, but no majority confirmed it: the write may last or be rolled back. */
export class NotDurable extends MongoServerError {
  constructor(reply: Document) {
    super({ ...reply, code: 64 });
  }
}
