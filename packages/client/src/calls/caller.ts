import { type FieldProblem, StrongroomError } from '../base/error.ts';
import type { GrantedKey, KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { ListMeta, Operations } from '../generated/operations.ts';
import { type AnswerEnvelope, errorOfAnswer, isEnvelope, readAnswer, unsafeAs } from '../http/answer.ts';
import { boundedText } from '../http/bounded-text.ts';
import { type Fetch, withConnectionErrors } from '../http/connection-errors.ts';
import { isRedirect, redirectError } from '../http/in-between.ts';
import { readLines } from '../http/lines.ts';
import { Listing } from '../http/listing.ts';
import { type RetryPolicy, withRetries } from '../http/retries.ts';
import { withTimeout } from '../http/with-timeout.ts';
import { type CallOptions, type CallRequest, type OperationName, requestOf } from './request-of.ts';

type Named<Shape> = { [K in OperationName]: Operations[K]['shape'] extends Shape ? K : never }[OperationName];
type Args<K extends OperationName> = [...takes: Operations[K]['takes'], options?: CallOptions];
type Gives<K extends OperationName> = Operations[K]['gives'];

/** The outcome for one item of many. */
export type Result<T> = Readonly<
  | { index: number; status: number; data: T; error?: undefined }
  | {
      index: number;
      status: number;
      data?: undefined;
      error: Readonly<{ code: string; message: string; status: number; details?: readonly FieldProblem[] }>;
    }
>;

export type CalledService = Readonly<{
  /** Ends in /api/v1. */
  base: string;
  token?: (() => string | Promise<string>) | undefined;
  fetch: Fetch;
  retries: RetryPolicy;
  /** Milliseconds for one attempt at a call of the interface. */
  timeout: number;
  /** With it, requests that lead to a wrapped key ask for a grant, too. */
  unwrap?: Pick<KeyUnwrapper, 'client' | 'expect'> | undefined;
}>;

/**
 * Makes a function of an operation: one request, repeated until it is answered. The functions throw StrongroomError, or the reason
 * of the signal.
 */
export class Caller {
  readonly #service: CalledService;

  constructor(service: CalledService) {
    this.#service = service;
  }

  one<K extends Named<'one' | 'document'>>(operation: K): (...args: Args<K>) => Promise<Gives<K>> {
    return async (...args) => unsafeAs(dataOf(await this.#ask(requestOf(operation, args))));
  }

  /** Also tells the key management of all keys of an answer at once. */
  results<K extends Named<'results'>>(operation: K): (...args: Args<K>) => Promise<readonly Result<Gives<K>>[]> {
    return async (...args) => {
      const request = requestOf(operation, args);
      const results = unsafeAs<readonly Result<Gives<K>>[]>(dataOf(await this.#ask(request)));
      if (request.leadsToKey) this.#expect(unsafeAs<readonly Result<Released>[]>(results), request.options);
      return results;
    };
  }

  list<K extends Named<'list'>>(operation: K): (...args: Args<K>) => Listing<Gives<K>> {
    return (...args) => {
      const request = requestOf(operation, args);
      return new Listing(async (cursor) => {
        const query = cursor === undefined ? request.query : { ...request.query, page: undefined, cursor };
        const { data, meta } = enveloped(await this.#ask({ ...request, query }));
        if (meta === undefined) throw new StrongroomError('UNEXPECTED_ANSWER');
        return { data: unsafeAs(data), meta: unsafeAs<ListMeta>(meta) };
      });
    };
  }

  /** Data and meta of an answer that has both in a form of its own. */
  whole(operation: OperationName): (...args: readonly unknown[]) => Promise<AnswerEnvelope> {
    return async (...args) => enveloped(await this.#ask(requestOf(operation, args)));
  }

  /** The answer as soon as its headers arrive, for long bodies. The signal ends the body; no timeout does. */
  response<K extends Named<'media'>>(operation: K): (...args: Args<K>) => Promise<Response> {
    return (...args) => this.#open(requestOf(operation, args));
  }

  lines<K extends Named<'lines'>>(operation: K): (...args: Args<K>) => AsyncIterable<Gives<K>> {
    return (...args) => this.#lines<Gives<K>>(requestOf(operation, args));
  }

  async *#lines<T>(request: CallRequest): AsyncGenerator<T, void> {
    yield* readLines<T>(await this.#open(request), request.options.signal);
  }

  /** The JSON of the answer. */
  #ask(request: CallRequest): Promise<unknown> {
    return this.#send(request, async (response) => readAnswer(response, await boundedText(response)));
  }

  #open(request: CallRequest): Promise<Response> {
    return this.#send(request, async (response) => {
      if (!response.ok) throw errorOfAnswer(response, await boundedText(response));
      return response;
    });
  }

  async #send<T>(request: CallRequest, read: (response: Response) => Promise<T>): Promise<T> {
    const { base, fetch, retries, timeout, unwrap } = this.#service;
    const client = request.leadsToKey ? await unwrap?.client?.() : undefined;
    const { method, path, query, body, isRepeatable, options } =
      client === undefined ? request : bound(request, client);
    const url = base + path + queryOf(query);
    const key =
      method === 'GET' || isRepeatable ? options.idempotencyKey : (options.idempotencyKey ?? crypto.randomUUID());
    const once = async (): Promise<T> => {
      const init = { ...FIXED, method, ...(await this.#content(body, key)) };
      return withTimeout(timeout, options.signal, async (signal) =>
        read(unredirected(await withConnectionErrors(fetch(url, { ...init, signal }), new URL(url).origin))),
      );
    };
    return withRetries(once, retries, options.signal);
  }

  async #content(
    body: CallRequest['body'],
    key: string | undefined,
  ): Promise<{ headers: Record<string, string>; body?: string }> {
    const { token } = this.#service;
    const headers: Record<string, string> = {};
    if (token !== undefined) headers.Authorization = `Bearer ${await token()}`;
    if (key !== undefined) headers['Idempotency-Key'] = key;
    if (body === undefined) return { headers };
    return { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  }

  #expect(results: readonly Result<Released>[], { signal }: CallOptions): void {
    const granted: readonly GrantedKey[] = results.flatMap(({ data }) =>
      typeof data?.key_grant === 'string' ? [{ wrappedDek: data.wrapped_dek, grant: data.key_grant }] : [],
    );
    if (granted.length > 0) this.#service.unwrap?.expect?.(granted, signal);
  }
}

type Released = Readonly<{ wrapped_dek: string; key_grant: string | null }>;

/** The interface never redirects, so a server that does is not the service; where it leads gets no token. */
const FIXED = { redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

function unredirected(response: Response): Response {
  if (isRedirect(response)) throw redirectError(response.status);
  return response;
}

/** Asks for a grant that is bound to this key. */
const bound = (request: CallRequest, client: string): CallRequest =>
  request.method === 'GET'
    ? { ...request, query: { ...request.query, client_jkt: client } }
    : { ...request, body: { ...request.body, client_jkt: client } };

function queryOf(query: CallRequest['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function enveloped(answer: unknown): AnswerEnvelope {
  if (!isEnvelope(answer)) throw new StrongroomError('UNEXPECTED_ANSWER');
  return answer;
}

/** The data of an answer. Only the OpenAPI document has no envelope. */
const dataOf = (answer: unknown): unknown => (isEnvelope(answer) ? answer.data : answer);
