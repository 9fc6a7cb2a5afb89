import type { IncomingMessage } from 'node:http';
import type { Exchange } from './exchange.ts';
import { generalHeaders } from './headers.ts';

const EXPOSED =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, Location, ETag, Content-Range, Idempotency-Replayed, Deprecation, Sunset';
const ALLOWED = 'Authorization, Content-Type, Idempotency-Key, Range';
const NONE: readonly string[] = [];

/** Origins that browsers may call from. Never allows credentials: tokens are not cookies. */
export class CrossOrigin {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** CORS headers of every answer to this request. */
  headersFor({ headers }: IncomingMessage): readonly string[] {
    if (this.#origins.size === 0) return NONE;
    const { origin } = headers;
    if (origin === undefined || !this.#origins.has(origin)) return ['Vary', 'Origin'];
    return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
  }
}

/** Whether the request is a CORS preflight from an allowed origin. */
export const isPreflight = ({ request, crossOrigin }: Exchange): boolean =>
  request.method === 'OPTIONS' &&
  crossOrigin.length > 2 &&
  request.headers['access-control-request-method'] !== undefined;

/** Answers a preflight. `methods` as in `Allow`. */
export function sendPreflight(exchange: Exchange, methods: string): void {
  const headers = generalHeaders(exchange);
  headers.push(
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    ALLOWED,
    'Access-Control-Max-Age',
    '600',
  );
  exchange.response.writeHead(204, headers).end();
}
