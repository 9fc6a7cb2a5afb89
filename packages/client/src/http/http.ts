import { errorOfAnswer, readAnswer } from './answer.ts';
import { boundedText } from './bounded-text.ts';
import { isRedirect, redirectError } from './in-between.ts';
import { inTime } from './in-time.ts';
import { onTheWay } from './on-the-way.ts';
import { type RetryPolicy, withRetries } from './retries.ts';

/** Options of every call. */
export type CallOptions = Readonly<{
  signal?: AbortSignal | undefined;
  /** Identifies a change, so that repeating the request has no second effect. Random by default. */
  idempotencyKey?: string | undefined;
}>;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type HttpSettings = Readonly<{
  /** Ends in /api/v1. */
  base: string;
  token: (() => string | Promise<string>) | undefined;
  fetch: Fetch;
  retries: RetryPolicy;
  /** Milliseconds for one attempt at a call of the interface. */
  timeout: number;
}>;

export type HttpCall = Readonly<{
  method: string;
  /** Path below the base address. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  body?: unknown;
  /** A repeated request has no further effect even without an Idempotency-Key, which costs the service a record. */
  isRepeatable?: boolean | undefined;
}>;

/** Calls of the interface: one request, repeated until it is answered. */
export class Http {
  readonly #settings: HttpSettings;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
  }

  /** The JSON of the answer. Throws StrongroomError, or the reason of the signal. */
  ask(asked: HttpCall, options: CallOptions = {}): Promise<unknown> {
    return this.#send(asked, options, async (response) => readAnswer(response, await boundedText(response)));
  }

  /** The answer as soon as its headers arrive, for long bodies. The signal ends the body; no timeout does. */
  async open(asked: HttpCall, options: CallOptions = {}): Promise<Response> {
    return this.#send(asked, options, async (response) => {
      if (!response.ok) throw errorOfAnswer(response, await boundedText(response));
      return response;
    });
  }

  async #send<T>(asked: HttpCall, options: CallOptions, read: (response: Response) => Promise<T>): Promise<T> {
    const { base, fetch, retries, timeout } = this.#settings;
    const url = base + asked.path + queryOf(asked.query);
    const key =
      asked.method === 'GET' || asked.isRepeatable
        ? options.idempotencyKey
        : (options.idempotencyKey ?? crypto.randomUUID());
    const once = async (): Promise<T> => {
      const init = { ...FIXED, method: asked.method, ...(await this.#content(asked, key)) };
      return inTime(timeout, options.signal, async (signal) =>
        read(unredirected(await onTheWay(fetch(url, { ...init, signal }), new URL(url).origin))),
      );
    };
    return withRetries(once, retries, options.signal);
  }

  async #content(
    { body }: HttpCall,
    key: string | undefined,
  ): Promise<{ headers: Record<string, string>; body?: string }> {
    const { token } = this.#settings;
    const headers: Record<string, string> = {};
    if (token !== undefined) headers.Authorization = `Bearer ${await token()}`;
    if (key !== undefined) headers['Idempotency-Key'] = key;
    if (body === undefined) return { headers };
    return { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  }
}

/** The interface never redirects, so a server that does is not the service; where it leads gets no token. */
const FIXED = { redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

function unredirected(response: Response): Response {
  if (isRedirect(response)) throw redirectError(response.status);
  return response;
}

function queryOf(query: HttpCall['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
