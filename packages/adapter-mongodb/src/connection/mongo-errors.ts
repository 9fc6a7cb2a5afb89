import { MongoAPIError, MongoError, MongoServerError } from 'mongodb';

export const DUPLICATE_KEY = 11_000;

/**
 * What a server says when it cannot serve just now: it is no primary (any more), shuts down, is too slow, has no disk or
 * memory left, or does not let us in (https://www.mongodb.com/docs/manual/reference/error-codes/).
 */
const WORLDLY = new Set([
  6, 7, 11, 13, 18, 24, 50, 64, 89, 91, 112, 134, 146, 189, 202, 211, 225, 239, 246, 251, 262, 290, 317, 365, 391, 462,
  9001, 10_058, 10_107, 11_600, 11_601, 11_602, 13_388, 13_435, 13_436, 14_031,
]);

/** Could anything else than a bug be the reason? */
export const isWorldly = (error: unknown): boolean => {
  if (error instanceof MongoServerError) return WORLDLY.has(Number(error.code)) || isTransient(error);
  if (error instanceof MongoAPIError) return false;
  if (error instanceof MongoError) return true;
  // The driver lets errors of sockets through as they are, some of them without a code.
  return error instanceof Error && error.constructor === Error;
};

/** By name: the driver does not export all of the classes. `PoolClearedOnNetworkError` is for what was under way. */
const NOT_SENT = new Set(['MongoServerSelectionError', 'MongoWaitQueueTimeoutError', 'MongoPoolClearedError']);

/** The command never left this process. */
export const wasNotSent = (error: unknown): boolean => error instanceof MongoError && NOT_SENT.has(error.name);

/** NotWritablePrimary and its kin: the server says so before it begins. And of two who make the same document, one is late. */
const NOT_BEGUN = new Set([10_107, 13_435, 13_436, 10_058, DUPLICATE_KEY]);

/** A write of one document that has certainly not been done. */
export const wasNotDone = (error: unknown): boolean =>
  wasNotSent(error) || (error instanceof MongoServerError && NOT_BEGUN.has(Number(error.code)));

/** The server answered, and says that this transaction has left nothing behind: it may be begun anew. */
export const isTransient = (error: unknown): boolean =>
  error instanceof MongoServerError && error.hasErrorLabel('TransientTransactionError');
