import type { StoredSeal } from './sealed.ts';

/** An address of a ciphertext, and what it is verified with. */
export type ObjectAddress = StoredSeal & Readonly<{ download_url: string }>;

/** Status and headers of an answer. */
export type AnswerHead = Readonly<{ status: number; header: (name: string) => string | null }>;

/** Calls a function with each piece as it arrives; a promise makes the next one wait. Throws what the function throws. */
export type PieceReader<P extends Uint8Array = Uint8Array> = (
  take: (piece: P) => Promise<void> | undefined,
) => Promise<void>;

/** GETs an object from its byte `from` on. Throws OBJECT_REFUSED or the code of the store, CONNECTION_LOST, TIMED_OUT. */
export type GetObject<P extends Uint8Array = Uint8Array> = (
  url: string,
  from: number,
  receive: (content: PieceReader<P>, head: AnswerHead) => Promise<void>,
) => Promise<void>;
