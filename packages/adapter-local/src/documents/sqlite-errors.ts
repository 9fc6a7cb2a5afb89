import { Unavailable } from '@strongroom/ports';
import { StoreUnusable, type Unusable } from './store-unusable.ts';

/** SQLite's primary result codes (https://sqlite.org/rescode.html). */
const ERROR = 1;
const BUSY = 5;
const LOCKED = 6;
const NOMEM = 7;
const READONLY = 8;
const INTERRUPT = 9;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const NOTADB = 26;

/** The machine or the file is the trouble, not what was asked. */
const WORLDLY = new Set([BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB]);

/** The primary result code of an error of SQLite; undefined for any other error. */
const resultCode = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;

const isOneOf = (error: unknown, ...codes: readonly number[]): boolean => codes.includes(resultCode(error) ?? 0);

/** Another process holds the lock: nothing was done, and the same will work in a moment. */
export const isBusy = (error: unknown): boolean => isOneOf(error, BUSY, LOCKED);

/** No statement of this transaction can be relied on any more. */
export const isWorldly = (error: unknown): boolean => WORLDLY.has(resultCode(error) ?? 0);

/** What a caller of the port is told. What is not the world's fault is a bug and stays what it is. */
export const asUnavailable = (error: unknown, maybeDone = false): unknown =>
  isWorldly(error) ? new Unavailable('documents', { cause: error, maybeDone }) : error;

/**
 * When a COMMIT throws, its last frame may have reached the log and only the sync have failed; after a power cut it may
 * be found there. A full disk, in contrast, took no last frame.
 */
export const mayHaveCommitted = (error: unknown): boolean => isOneOf(error, IOERR);

/** What the operator is told when the file cannot be opened, by the result code. */
const SENTENCES: Readonly<Record<number, readonly [code: Unusable, sentence: string]>> = {
  [ERROR]: ['damaged', 'tables of the store are missing from the database.'],
  [READONLY]: ['read-only', 'the database or its folder cannot be written to.'],
  [IOERR]: ['unreachable', 'the database cannot be read from its disk.'],
  [CORRUPT]: ['damaged', 'the database is damaged. Restore a backup, or look into it with the doctor.'],
  [CANTOPEN]: ['unreachable', 'the database, or the log beside it, cannot be opened.'],
  [NOTADB]: ['damaged', 'this is not an SQLite database, or its first page is destroyed.'],
};

/** The refusal to open a file; undefined where waiting helps or the error is a bug. */
export const asUnusable = (error: unknown, path: string): StoreUnusable | undefined => {
  const told = SENTENCES[resultCode(error) ?? 0];
  return told && new StoreUnusable(told[0], path, told[1], error);
};
