import type { Document, Timestamp } from 'mongodb';

export type WriteError = Readonly<{ index: number; code: number; keyValue?: Readonly<Record<string, unknown>> }>;

export type Cursor<T> = Readonly<{ id: unknown; firstBatch: readonly T[]; atClusterTime: Timestamp }>;

/** What a server answers to a command, as its manual has it; which of it is there depends on the command. */
export type Reply<T> = Readonly<{
  operationTime?: Timestamp;
  n?: number;
  writeErrors?: readonly WriteError[];
  writeConcernError?: Readonly<Document>;
  value?: T | null;
  /** With commands that look. */
  cursor: Cursor<T>;
}>;

/** Whether the first batch of an answer is all of it. */
export const isWhole = (cursor: Cursor<unknown>): boolean => String(cursor.id) === '0';
