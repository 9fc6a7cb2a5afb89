import type { Bytes } from '../content/bytes.ts';
import type { ClientNetwork } from '../content/settings.ts';
import { boundedText } from '../http/bounded-text.ts';
import type { Clock } from '../http/clock.ts';
import { withTimeout } from '../http/with-timeout.ts';
import { mayPass, SHARED_INIT, type SharedObject, SharedRequests } from './shared-requests.ts';

type SentObject = SharedObject & Readonly<{ bytes: Bytes }>;

/** A body sent in one piece reports no progress, so its timeout allows for a line of 16 kB/s. */
const BYTES_A_MILLISECOND = 16;
const MAX_ANSWER = 100_000;

/** Small objects for the store of the service itself, which share requests. */
export class SharedPuts {
  readonly #requests: SharedRequests<SentObject, true>;

  constructor(service: string, { fetch, timeout }: Pick<ClientNetwork, 'fetch' | 'timeout'>, clock: Clock) {
    const url = `${new URL(service).origin}/blobs`;
    this.#requests = new SharedRequests(async (some, settle, signal) => {
      const body = bodyOf(some);
      return withTimeout(timeout + body.length / BYTES_A_MILLISECOND, signal, async (ending) => {
        const response = await fetch(url, { ...SHARED_INIT, body, signal: ending });
        const text = await boundedText(response, MAX_ANSWER);
        const rows = response.ok ? rowsOf(text) : undefined;
        for (const { index, status } of rows ?? []) if (status === 200) settle(index, true);
        return rows !== undefined || mayPass(response);
      });
    }, clock);
  }

  takes(size: number): boolean {
    return this.#requests.takes(size);
  }

  /** Whether the object is stored. Rejects at once with the reason of the signal. */
  async put(url: string, bytes: Bytes, signal: AbortSignal | undefined): Promise<boolean> {
    const { pathname, search } = new URL(url);
    return (await this.#requests.ask({ path: pathname + search, size: bytes.length, bytes }, signal)) === true;
  }
}

/** Each object after a line of its address, a space and its size. */
function bodyOf(some: readonly SentObject[]): Bytes {
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
