/** Reasons to refuse a database file when it is opened. */
export type DatabaseFault =
  | 'damaged'
  | 'newer-schema'
  | 'older-schema'
  | 'foreign'
  | 'orphaned-log'
  | 'read-only'
  | 'unreachable';

/**
 * The file cannot serve as the store and must not be replaced by an empty one. The message is for the operator, who decides
 * what to do with the file.
 */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
  readonly code: DatabaseFault;
  readonly path: string;
  constructor(code: DatabaseFault, path: string, sentence: string, cause?: unknown) {
    super(`${path}: ${sentence}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.path = path;
  }
}
