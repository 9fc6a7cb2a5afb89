import type { Document, Timestamp } from 'mongodb';

export type WriteError = Readonly<{ index: number; code: number; keyValue?: Readonly<Record<string, unknown>> }>;

export type ReplyCursor<T> = Readonly<{ id: unknown; firstBatch: readonly T[]; atClusterTime: Timestamp }>;

/** Reply of the server; the command decides which fields are present. */
export type CommandReply<T> = Readonly<{
  operationTime?: Timestamp;
  n?: number;
  writeErrors?: readonly WriteError[];
  writeConcernError?: Readonly<Document>;
  value?: T | null;
  /** In replies to find, aggregate and listIndexes. */
  cursor: ReplyCursor<T>;
}>;

/** Whether the first batch holds the whole result. */
export const isWhole = (cursor: ReplyCursor<unknown>): boolean => String(cursor.id) === '0';
