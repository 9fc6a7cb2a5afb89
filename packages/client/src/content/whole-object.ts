import { StrongroomError } from '../base/error.ts';
import { MAX_FILE_BYTES } from '../generated/operations.ts';
import { isInterruption, pauseAfter, pauseFor, type RetryPolicy, withRetries } from '../http/retries.ts';
import { isWorthAnotherAddress } from './another-address.ts';
import type { AnswerHead, GetObject, ObjectAddress } from './object-parts.ts';
import { anotherServer, type Progress, tooLarge } from './objects.ts';

type Receiving<P extends Uint8Array> = Readonly<{
  get: GetObject<P>;
  first: ObjectAddress;
  /** Requests another address of the same ciphertext. */
  again: () => Promise<ObjectAddress>;
  take: (piece: P) => Promise<void> | undefined;
  /** Forgets all pieces: the object is sent from its beginning. */
  restart: () => Promise<void>;
  network: Readonly<{ retries: RetryPolicy }>;
  /** Size of the file, if known. */
  size?: number | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}>;

/** Maximum number of interruptions of one object between which pieces arrive. */
const MAX_INTERRUPTIONS = 100;

/**
 * Receives an object piece by piece. After an interruption it continues after the last piece; a store that ignores ranges
 * sends all of it again. Asks for another address when its own has ended, once without progress. The caller verifies the
 * whole. Throws as `get`, and FILE_TOO_LARGE.
 */
export async function receiveWhole<P extends Uint8Array>(receiving: Receiving<P>): Promise<void> {
  const { get, first, again, network, signal } = receiving;
  const arrival = new Arrival(receiving);
  let url = first.download_url;
  let isRenewed = false;
  for (let interruptions = 0; ; ) {
    try {
      const interrupted = await withRetries(() => arrival.attempt(get, url), network.retries, signal);
      if (interrupted === undefined) return;
      isRenewed = false;
      if (++interruptions > MAX_INTERRUPTIONS) throw interrupted;
      const milliseconds = pauseAfter(interrupted, 1, network.retries.time);
      await pauseFor({ milliseconds, code: interrupted.code }, network.retries, signal);
    } catch (error) {
      if (isRenewed || !isWorthAnotherAddress(error)) throw error;
      isRenewed = true;
      const { download_url: next, iv, tag } = await again();
      if (iv !== first.iv || tag !== first.tag) throw new StrongroomError('CONTENT_NOT_AUTHENTIC');
      url = next;
    }
  }
}

/** The pieces of one object that have arrived. */
class Arrival<P extends Uint8Array> {
  readonly #receiving: Receiving<P>;
  #received = 0;
  /** Bytes of the object; 0 while unknown. */
  #total: number;
  #taken: Promise<void> | undefined;

  constructor(receiving: Receiving<P>) {
    this.#receiving = receiving;
    this.#total = receiving.size ?? 0;
  }

  /** Returns the interruption after which to continue, because pieces arrived before it; undefined once all have arrived. */
  async attempt(get: GetObject<P>, url: string): Promise<StrongroomError | undefined> {
    const before = this.#received;
    if (before > 0 && before === this.#total) return undefined;
    try {
      await get(url, before, async (content, head) => {
        await this.#begin(before, head);
        await content((piece) => this.#take(piece));
        // A range that is shorter than the rest.
        if (head.status === 206 && this.#received < this.#total) throw new StrongroomError('CONNECTION_LOST');
      });
      return undefined;
    } catch (error) {
      // A write of this attempt must not land after those of the next one.
      await this.#taken?.catch(() => undefined);
      if (this.#received > before && isInterruption(error)) return error;
      throw error;
    }
  }

  async #begin(from: number, head: AnswerHead): Promise<void> {
    const length = Number(head.header('content-length') ?? 0);
    if (isOfAnotherServer(head, this.#total - from)) throw anotherServer();
    if (from > 0 && isFrom(from, this.#total, head)) return;
    if (from > 0) {
      this.#received = 0;
      await this.#receiving.restart();
    }
    if (length > MAX_FILE_BYTES) throw tooLarge();
    this.#total = length > 0 ? length : (this.#receiving.size ?? 0);
    this.#report();
  }

  #take(piece: P): Promise<void> | undefined {
    this.#received += piece.length;
    if (this.#received > MAX_FILE_BYTES) throw tooLarge();
    this.#taken = this.#receiving.take(piece);
    this.#report();
    return this.#taken;
  }

  #report(): void {
    const transferred = this.#received;
    this.#receiving.onProgress?.({ transferred, total: Math.max(this.#total, transferred) });
  }
}

/** Whether the answer continues the object. The range itself is unreadable for pages of another origin, the length is not. */
function isFrom(from: number, total: number, { status, header }: AnswerHead): boolean {
  if (status !== 206) return false;
  const range = header('content-range');
  if (range === null) return Number(header('content-length')) === total - from;
  return range.startsWith(`bytes ${from}-`) && (range.endsWith('/*') || range.endsWith(`/${total}`));
}

/** A page in place of the object: a sign-in of the network, or an error of a proxy that says it is none. */
const isOfAnotherServer = ({ header }: AnswerHead, expected: number): boolean =>
  (header('content-type') ?? '').startsWith('text/html') && Number(header('content-length') ?? 0) !== expected;
