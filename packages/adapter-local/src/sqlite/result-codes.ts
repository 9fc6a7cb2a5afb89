/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
export const ERROR = 1;
export const BUSY = 5;
export const LOCKED = 6;
export const NOMEM = 7;
export const READONLY = 8;
export const INTERRUPT = 9;
export const IOERR = 10;
export const CORRUPT = 11;
export const FULL = 13;
export const CANTOPEN = 14;
export const PROTOCOL = 15;
export const NOTADB = 26;

/** The primary result code of an SQLite error, 0 for any other. Not `instanceof`: Jest has an Error class per test file. */
export const resultCode = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0;

/** The disk is full, or the file may not be written to. Reads are served. */
export const isWriteRefusal = (error: unknown): boolean => [FULL, READONLY].includes(resultCode(error));

/** Another process holds the lock. Nothing was done, and the same call may succeed a moment later. */
export const isBusy = (error: unknown): boolean => [BUSY, LOCKED].includes(resultCode(error));
