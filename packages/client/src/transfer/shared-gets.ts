import type { Bytes } from '../content/bytes.ts';
import type { ClientNetwork } from '../content/settings.ts';
import { MAX_SHARED_BYTES } from '../content/share.ts';
import { boundedText } from '../http/bounded-text.ts';
import type { Clock } from '../http/clock.ts';
import { withTimeout } from '../http/with-timeout.ts';
import { mayPass, SHARED_INIT, type SharedObject, SharedRequests } from './shared-requests.ts';

const MAX_REFUSAL = 10_000;
const TYPE = 'application/octet-stream';
const LINE = /^(\d{3}) (\d{1,6})$/;
const MAX_LINE = 12;
const LF = 0x0a;

/** Small objects of the store of the service itself, which share an answer. */
export class SharedGets {
  readonly #origin: string;
  readonly #requests: SharedRequests<SharedObject, Bytes>;

  constructor(service: string, { fetch, timeout }: Pick<ClientNetwork, 'fetch' | 'timeout'>, clock: Clock) {
    const { origin } = new URL(service);
    this.#origin = `${origin}/`;
    this.#requests = new SharedRequests(
      async (some, settle, signal) =>
        withTimeout(timeout, signal, async (ending, goesOn) => {
          const body = new TextEncoder().encode(some.map(({ path }) => `${path}\n`).join(''));
          const response = await fetch(`${origin}/blobs?read`, { ...SHARED_INIT, body, signal: ending });
          if (!response.ok || response.headers.get('content-type') !== TYPE) {
            await boundedText(response, MAX_REFUSAL);
            return mayPass(response);
          }
          const objects = new ReceivedObjects(some.length, settle);
          const reader = response.body?.getReader();
          for (let step = await reader?.read(); step?.value !== undefined; step = await reader?.read()) {
            goesOn();
            if (objects.take(step.value)) continue;
            await reader?.cancel();
            return false;
          }
          return true;
        }),
      clock,
    );
  }

  takes(url: string, size: number | undefined): size is number {
    return size !== undefined && url.startsWith(this.#origin) && this.#requests.takes(size);
  }

  /** The object; undefined if it did not come with others. Rejects at once with the reason of the signal. */
  get(url: string, size: number, signal: AbortSignal | undefined): Promise<Bytes | undefined> {
    const { pathname, search } = new URL(url);
    return this.#requests.ask({ path: pathname + search, size }, signal);
  }
}

/** The objects of an answer: each is a line of its status and its size, then its bytes. */
class ReceivedObjects {
  readonly #count: number;
  readonly #settle: (place: number, bytes: Bytes) => void;
  #rest: Uint8Array = new Uint8Array(0);
  #place = 0;
  #head: Readonly<{ status: number; size: number }> | undefined;

  constructor(count: number, settle: (place: number, bytes: Bytes) => void) {
    this.#count = count;
    this.#settle = settle;
  }

  /** Returns false for the answer of another server. */
  take(piece: Uint8Array): boolean {
    const rest = this.#rest.length === 0 ? piece : joined(this.#rest, piece);
    let at = 0;
    for (;;) {
      if (this.#head === undefined) {
        const end = rest.indexOf(LF, at);
        if (end < 0) break;
        this.#head = end - at > MAX_LINE ? undefined : headOf(rest.subarray(at, end));
        if (this.#head === undefined || this.#place >= this.#count) return false;
        at = end + 1;
      }
      const { status, size } = this.#head;
      if (rest.length - at < size) break;
      // A copy of its own, which its reader may wipe.
      if (status === 200) this.#settle(this.#place, rest.slice(at, at + size));
      this.#place++;
      at += size;
      this.#head = undefined;
    }
    this.#rest = rest.subarray(at);
    return this.#head !== undefined || this.#rest.length <= MAX_LINE;
  }
}

function headOf(line: Uint8Array): Readonly<{ status: number; size: number }> | undefined {
  const [, status, size] = LINE.exec(new TextDecoder().decode(line)) ?? [];
  return status === undefined || Number(size) > MAX_SHARED_BYTES
    ? undefined
    : { status: Number(status), size: Number(size) };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
