import { Unavailable } from '@strongroom/ports';
import {
  BUSY,
  CANTOPEN,
  CORRUPT,
  ERROR,
  FULL,
  INTERRUPT,
  IOERR,
  isWriteRefusal,
  LOCKED,
  NOMEM,
  NOTADB,
  PROTOCOL,
  READONLY,
  resultCode,
} from '../sqlite/result-codes.ts';
import { type DatabaseFault, StoreUnusable } from './store-unusable.ts';

/** The machine or the file is at fault, not the request. */
const INFRASTRUCTURE = new Set([
  BUSY,
  LOCKED,
  NOMEM,
  READONLY,
  INTERRUPT,
  IOERR,
  CORRUPT,
  FULL,
  CANTOPEN,
  PROTOCOL,
  NOTADB,
]);

/** No statement of this transaction is reliable after such an error. */
export const isInfrastructureError = (error: unknown): boolean => INFRASTRUCTURE.has(resultCode(error));

/** The error that the port throws. An error that is not the infrastructure's is a bug and stays as it is. */
export const asUnavailable = (error: unknown, maybeDone = false): unknown =>
  isInfrastructureError(error)
    ? new Unavailable('documents', { cause: error, maybeDone, takesNoWrites: isWriteRefusal(error) })
    : error;

/**
 * When COMMIT throws, its last frame may be in the log although the sync failed, and a power cut may bring it back. After
 * a full disk no last frame was written.
 */
export const mayHaveCommitted = (error: unknown): boolean => resultCode(error) === IOERR;

/** Sentences for the operator when the file cannot be opened, by result code. */
const SENTENCES: Readonly<Record<number, readonly [code: DatabaseFault, sentence: string]>> = {
  [ERROR]: ['damaged', 'tables of the store are missing from the database.'],
  [READONLY]: ['read-only', 'the database or its folder cannot be written to.'],
  [IOERR]: ['unreachable', 'the database cannot be read from its disk. Look after the disk, or restore a backup.'],
  [CORRUPT]: ['damaged', 'the database is damaged. Restore a backup, or look into it with the doctor.'],
  [CANTOPEN]: [
    'unreachable',
    'the database, or the log beside it, cannot be opened. Let the user of the service read and write both, or restore a backup.',
  ],
  [NOTADB]: ['damaged', 'this is not an SQLite database, or its first page is destroyed. Restore a backup.'],
};

/** The refusal to open a file; undefined if the error is temporary or a bug. */
export const asUnusable = (error: unknown, path: string): StoreUnusable | undefined => {
  const [code, sentence] = SENTENCES[resultCode(error)] ?? [];
  return code && sentence ? new StoreUnusable(code, path, sentence, error) : undefined;
};
