import { MAX_SHARED_BYTES } from '../content/share.ts';
import type { Clock } from '../http/clock.ts';

/** A small object that shares a request: the path and query of its address, and its size in bytes. */
export type SharedObject = Readonly<{ path: string; size: number }>;

type Waiting<T, R> = Readonly<{ object: T; signal: AbortSignal | undefined; settle: (result: R | undefined) => void }>;

/** Sends one request. Settles each object that it served, by its place, and returns whether the server knows such requests. */
type SendTogether<T, R> = (
  some: readonly T[],
  settle: (place: number, result: R) => void,
  signal: AbortSignal,
) => Promise<boolean>;

/** Milliseconds that the first object of a request waits for others. */
const COLLECT_MS = 5;
const MAX_OBJECTS = 50;
/** One more object may follow. A request that fails is sent again object by object, so a line loses no more than this. */
const MAX_BYTES = 448 * 1024;
/** The first request tells how fast the line is. */
const FIRST_BYTES = 128 * 1024;
/** Two objects find room. */
const LEAST_BYTES = MAX_SHARED_BYTES + 1;
/** A request shows no progress before its end: on a slow line the next one is smaller. */
const WANTED_MS = 2_000;
/** One request is served while the next one is sent. */
const MAX_IN_FLIGHT = 2;

/**
 * Requests for small objects, as many in each as are ready at about the same time. No object fails here: one that was not served
 * goes alone, where its errors, waits and attempts are.
 */
export class SharedRequests<T extends SharedObject, R> {
  readonly #send: SendTogether<T, R>;
  readonly #clock: Clock;
  #waiting: Waiting<T, R>[] = [];
  #inFlight = 0;
  #isCollecting = false;
  #maxBytes = FIRST_BYTES;
  /** An older service, or a server in between, takes no such request. */
  #isOff = false;

  constructor(send: SendTogether<T, R>, clock: Clock) {
    this.#send = send;
    this.#clock = clock;
  }

  takes(size: number): boolean {
    return !this.#isOff && size <= MAX_SHARED_BYTES;
  }

  /** The result for the object; undefined if it has to go alone. Rejects at once with the reason of the signal. */
  ask(object: T, signal: AbortSignal | undefined): Promise<R | undefined> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const settle = (result: R | undefined) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(result);
      };
      this.#waiting.push({ object, signal, settle });
      this.#collect();
    });
  }

  #collect(): void {
    if (this.#inFlight >= MAX_IN_FLIGHT || this.#waiting.length === 0) return;
    if (this.#isFull(this.#waiting)) void this.#sendNext();
    else if (!this.#isCollecting) {
      this.#isCollecting = true;
      this.#clock.after(COLLECT_MS, () => {
        this.#isCollecting = false;
        if (this.#inFlight < MAX_IN_FLIGHT) void this.#sendNext();
      });
    }
  }

  async #sendNext(): Promise<void> {
    const some = this.#take();
    if (some.length > 1) {
      this.#inFlight++;
      await this.#sendUnlessCancelled(some);
      this.#inFlight--;
    }
    for (const { settle } of some) settle(undefined);
    this.#collect();
  }

  /** Ends the request when all of its objects were cancelled. */
  async #sendUnlessCancelled(some: readonly Waiting<T, R>[]): Promise<void> {
    const stop = new AbortController();
    let left = some.length;
    const onAbort = () => {
      if (--left === 0) stop.abort();
    };
    // One listener for each object, also where several have one signal.
    const listeners = some.map(({ signal }) => [signal, () => onAbort()] as const);
    for (const [signal, listener] of listeners) signal?.addEventListener('abort', listener, { once: true });
    const since = this.#clock.now();
    const objects = some.map(({ object }) => object);
    try {
      const isKnown = await this.#send(objects, (place, result) => some[place]?.settle(result), stop.signal);
      if (isKnown) this.#measure(bytesOf(some), this.#clock.now() - since);
      else this.#isOff = true;
    } catch {
      // Objects that were not settled go alone.
    } finally {
      for (const [signal, listener] of listeners) signal?.removeEventListener('abort', listener);
    }
  }

  #take(): readonly Waiting<T, R>[] {
    const some: Waiting<T, R>[] = [];
    for (const one of this.#waiting) {
      if (this.#isFull(some)) break;
      some.push(one);
    }
    this.#waiting = this.#waiting.slice(some.length);
    return some.filter(({ signal }) => signal?.aborted !== true);
  }

  #measure(bytes: number, took: number): void {
    const wanted = (bytes * WANTED_MS) / Math.max(took, 1);
    // A small request says little of a fast line.
    const most = took < WANTED_MS ? Math.max(wanted, this.#maxBytes) : wanted;
    this.#maxBytes = Math.min(Math.max(most, LEAST_BYTES), MAX_BYTES);
  }

  #isFull(some: readonly Waiting<T, R>[]): boolean {
    return some.length >= MAX_OBJECTS || bytesOf(some) >= this.#maxBytes;
  }
}

const bytesOf = (some: readonly Readonly<{ object: SharedObject }>[]): number =>
  some.reduce((sum, { object }) => sum + object.size, 0);

/** Options of each such request: the addresses are the permission. */
export const SHARED_INIT = {
  method: 'POST',
  redirect: 'manual',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
} as const;

/** Whether a refusal of the whole may be another one next time. */
export const mayPass = ({ status }: Response): boolean =>
  (status >= 500 && status !== 501) || status === 429 || status === 408;
