/** Primary result codes (sqlite.org/rescode.html). */
const ERROR = 1;
const BUSY = 5;
const LOCKED = 6;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** The file cannot be what this process wrote, although SQLite reads it. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** Is another process at work in the file just now? Then the same call may succeed a moment later. */
export const isBusy = (error: unknown): boolean => [BUSY, LOCKED].includes(primaryCode(error));

/** Is the file itself the trouble, rather than the disk it lies on? */
export const isDamaged = (error: unknown): boolean =>
  error instanceof DamagedFile || [ERROR, CORRUPT, NOT_A_DATABASE].includes(primaryCode(error));

/** 0 for an error that does not come from SQLite. Told by its form: a test runner has an Error class of its own. */
function primaryCode(error: unknown): number {
  return typeof error === 'object' && error !== null && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0;
}
