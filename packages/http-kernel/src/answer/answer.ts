import type { Log, RateLimitStatus } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import type { ChargedRequest, Exchange } from '../exchange/exchange.ts';
import { ClientGone, errorBody, type Refusal } from './refusal.ts';
import { streamTo } from './stream.ts';

/** Answer of an operation: status, headers as name and value in turn, and content. */
export type Answer<T = unknown, S extends number = number> = Readonly<{
  status: S;
  headers: readonly string[];
  content: Content<T>;
  /** Internal errors of single items, for the log. */
  faults?: readonly unknown[];
}>;

/** JSON in its envelope, a document without one, bytes of another type, pieces written as they arrive, or nothing. */
type Content<T> =
  | Readonly<{ kind: 'json'; data: T; meta?: object }>
  | Readonly<{ kind: 'document'; text: string }>
  | Readonly<{ kind: 'bytes'; bytes: Uint8Array; type: string }>
  | Readonly<{ kind: 'lines'; lines: AsyncIterable<string>; type: string }>
  | Readonly<{ kind: 'stream'; pieces: AsyncIterable<Uint8Array>; type: string }>
  | Readonly<{ kind: 'none' }>;

export const JSON_TYPE = 'application/json; charset=utf-8';

type Named = Readonly<{
  id: string;
  counted: boolean;
  crossOrigin: readonly string[];
  transport: readonly string[];
  outcome: Readonly<{ standing: RateLimitStatus | undefined; deprecation?: readonly string[] }>;
}>;

/** The headers of every answer, as name and value in turn. */
export function generalHeaders(exchange: Named): string[] {
  const headers = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff', 'X-Request-Id', exchange.id];
  const { standing, deprecation } = exchange.outcome;
  if (exchange.counted && standing !== undefined)
    headers.push(
      'X-RateLimit-Limit',
      `${standing.limit}`,
      'X-RateLimit-Remaining',
      `${standing.remaining}`,
      'X-RateLimit-Reset',
      `${Math.ceil(standing.resetAt / 1000)}`,
    );
  if (deprecation !== undefined) headers.push(...deprecation);
  if (exchange.crossOrigin.length > 0) headers.push(...exchange.crossOrigin);
  if (exchange.transport.length > 0) headers.push(...exchange.transport);
  return headers;
}

/** Sends an answer with all general headers. Returns a promise for an answer in pieces only. */
export function sendAnswer(exchange: Exchange, { content, status, headers }: Answer): Promise<void> | undefined {
  if (content.kind === 'json') {
    const { data, meta } = content;
    sendJson(exchange, status, JSON.stringify(meta === undefined ? { data } : { data, meta }), headers);
    return undefined;
  }
  if (content.kind === 'document') {
    sendJson(exchange, status, content.text, headers);
    return undefined;
  }
  if (content.kind === 'lines' || content.kind === 'stream') {
    const all = [...generalHeaders(exchange), 'Content-Type', content.type, ...headers];
    return streamTo(exchange, status, all, content.kind === 'lines' ? content.lines : content.pieces);
  }
  if (isOver(exchange)) return undefined;
  const all = generalHeaders(exchange);
  if (content.kind === 'bytes') all.push('Content-Type', content.type, 'Content-Length', `${content.bytes.length}`);
  exchange.response.writeHead(status, [...all, ...headers]).end(content.kind === 'bytes' ? content.bytes : undefined);
  return undefined;
}

/** Sends a text as JSON, with all general headers and its length. */
export function sendJson(exchange: Exchange, status: number, text: string, more: readonly string[] = []): void {
  if (isOver(exchange)) return;
  const bytes = Buffer.byteLength(text);
  const headers = generalHeaders(exchange);
  headers.push('Content-Type', JSON_TYPE, 'Content-Length', `${bytes}`, ...more);
  exchange.response.writeHead(status, headers);
  // The bytes of ASCII are the same in both encodings, and Node writes Latin-1 faster.
  exchange.response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/** Whether nothing more may be written. */
const isOver = ({ response, outcome }: Exchange): boolean =>
  response.headersSent || response.destroyed || outcome.abandoned;

type RefusalParts = Readonly<{
  /** The refusal that answers an error. It knows the codes of the service. */
  refusalOf: (error: unknown) => Refusal;
  /** Charges the address of a request that was not charged yet. Does not throw. */
  charge: (counted: ChargedRequest) => Promise<void>;
  log: Log;
}>;

/** Answers errors, charges the address of refused requests, and logs internal errors. */
export class Refusals {
  readonly of: RefusalParts['refusalOf'];
  readonly #parts: RefusalParts;

  constructor(parts: RefusalParts) {
    this.#parts = parts;
    this.of = parts.refusalOf;
  }

  /** Answers an error, and logs an internal one. */
  async answer(exchange: Exchange, error: unknown): Promise<void> {
    if (error instanceof ClientGone) return;
    const { cause } = await this.decline(exchange, error);
    if (cause !== undefined) this.log(exchange, error);
  }

  /** Answers an error that is not a fault. */
  async decline(exchange: Exchange, error: unknown): Promise<Refusal> {
    if (exchange.counted) await this.note(exchange);
    const refusal = this.of(error);
    exchange.outcome.code = refusal.code;
    sendJson(exchange, refusal.status, JSON.stringify(errorBody(refusal, exchange.id)), refusal.headers);
    return refusal;
  }

  /** Charges the address of a request, unless the request was charged. */
  async note(counted: ChargedRequest): Promise<void> {
    if (!counted.outcome.isCharged) await this.#parts.charge(counted);
  }

  /** Logs an internal error or an unavailable dependency under the request's id. */
  log(exchange: Exchange, error: unknown): void {
    const { code, cause } = this.of(error);
    const fields = { request_id: exchange.id, route: exchange.outcome.pattern, code };
    if (code === 'INTERNAL_ERROR') logError(this.#parts.log, 'error', 'a request failed', cause, fields);
    else logError(this.#parts.log, 'warn', 'a dependency cannot serve', cause, fields);
  }
}
