import type { Bytes } from '../content/bytes.ts';
import type { Network } from '../content/settings.ts';
import { MAX_SHARED_BYTES } from '../content/share.ts';
import { boundedText } from '../http/bounded-text.ts';
import type { Clock } from '../http/clock.ts';
import { inTime } from '../http/in-time.ts';

type Waiting = Readonly<{
  path: string;
  bytes: Bytes;
  signal: AbortSignal | undefined;
  settle: (isStored: boolean) => void;
}>;

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
/** One request is stored while the next one is sent. */
const MAX_IN_FLIGHT = 2;
/** A body sent in one piece reports no progress, so its timeout allows for a line of 16 kB/s. */
const BYTES_A_MILLISECOND = 16;
const MAX_ANSWER = 100_000;
const FIXED = { method: 'POST', redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/**
 * Small objects for the store of the service itself, as many in one request as are ready at about the same time. No object
 * fails here: one that did not arrive goes alone, where its errors, waits and attempts are.
 */
export class SharedPuts {
  readonly #origin: string;
  readonly #network: Pick<Network, 'fetch' | 'timeout'>;
  readonly #clock: Clock;
  #waiting: Waiting[] = [];
  #inFlight = 0;
  #isCollecting = false;
  #maxBytes = FIRST_BYTES;
  /** An older service, or a server in between, takes no such request. */
  #isOff = false;

  constructor(service: string, network: Pick<Network, 'fetch' | 'timeout'>, clock: Clock) {
    this.#origin = new URL(service).origin;
    this.#network = network;
    this.#clock = clock;
  }

  takes(size: number): boolean {
    return !this.#isOff && size <= MAX_SHARED_BYTES;
  }

  /** Whether the object is stored. Rejects at once with the reason of the signal. */
  put(url: string, bytes: Bytes, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const { pathname, search } = new URL(url);
      const onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const settle = (isStored: boolean) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(isStored);
      };
      this.#waiting.push({ path: pathname + search, bytes, signal, settle });
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
      const stored = await this.#sendUnlessCancelled(some);
      for (const [index, { settle }] of some.entries()) settle(stored.has(index));
      this.#inFlight--;
    } else some[0]?.settle(false);
    this.#collect();
  }

  /** The places of the objects that are stored: none after a failure, or when all of them were cancelled. */
  async #sendUnlessCancelled(some: readonly Waiting[]): Promise<ReadonlySet<number>> {
    const stop = new AbortController();
    let left = some.length;
    const onAbort = () => {
      if (--left === 0) stop.abort();
    };
    // One listener for each object, also where several have one signal.
    const listeners = some.map(({ signal }) => [signal, () => onAbort()] as const);
    for (const [signal, listener] of listeners) signal?.addEventListener('abort', listener, { once: true });
    try {
      return await this.#send(some, stop.signal);
    } catch {
      return new Set();
    } finally {
      for (const [signal, listener] of listeners) signal?.removeEventListener('abort', listener);
    }
  }

  #take(): readonly Waiting[] {
    const some: Waiting[] = [];
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

  #isFull(some: readonly Waiting[]): boolean {
    return some.length >= MAX_OBJECTS || some.reduce((sum, { bytes }) => sum + bytes.length, 0) >= this.#maxBytes;
  }

  /** The places of the objects that are stored. */
  async #send(some: readonly Waiting[], signal: AbortSignal): Promise<ReadonlySet<number>> {
    const body = bodyOf(some);
    const { fetch, timeout } = this.#network;
    const since = this.#clock.now();
    return inTime(timeout + body.length / BYTES_A_MILLISECOND, signal, async (ending) => {
      const response = await fetch(`${this.#origin}/blobs`, { ...FIXED, body, signal: ending });
      const text = await boundedText(response, MAX_ANSWER);
      const rows = response.ok ? rowsOf(text) : undefined;
      if (rows === undefined && (response.status < 500 || response.status === 501) && !isBusy(response))
        this.#isOff = true;
      this.#measure(body.length, this.#clock.now() - since);
      return new Set(rows?.filter(({ status }) => status === 200).map(({ index }) => index));
    });
  }
}

const isBusy = ({ status }: Response): boolean => status === 429 || status === 408;

/** Each object after a line of its address, a space and its size. */
function bodyOf(some: readonly Waiting[]): Bytes {
  const pieces = some.flatMap(({ path, bytes }) => [new TextEncoder().encode(`${path} ${bytes.length}\n`), bytes]);
  const body = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.length;
  }
  return body;
}

type Row = Readonly<{ index: number; status: number }>;

/** The rows of an answer of the service; undefined for one of another server. */
function rowsOf(text: string): readonly Row[] | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
    return Array.isArray(data) && data.every(isRow) ? data : undefined;
  } catch {
    return undefined;
  }
}

const isRow = (row: unknown): row is Row =>
  typeof row === 'object' && row !== null && 'index' in row && 'status' in row && typeof row.index === 'number';
