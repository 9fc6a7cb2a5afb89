import type { IncomingMessage } from 'node:http';
import type { Exchange } from './exchange.ts';
import { generalHeaders } from './headers.ts';

const EXPOSED =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, Location, ETag, Content-Range, Idempotency-Replayed, Deprecation, Sunset';
const ALLOWED = 'Authorization, Content-Type, Idempotency-Key, Range';
const NONE: readonly string[] = [];

/** Which other origins a browser may call from. Off without any; never with credentials, as a token is no cookie. */
export class CrossOrigin {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** What every answer to this request carries for the browser. */
  headersFor({ headers }: IncomingMessage): readonly string[] {
    if (this.#origins.size === 0) return NONE;
    const { origin } = headers;
    if (origin === undefined || !this.#origins.has(origin)) return ['Vary', 'Origin'];
    return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
  }
}

/** Does a browser ask beforehand whether it may? Only where its origin is one that may. */
export const isPreflight = ({ request, crossOrigin }: Exchange): boolean =>
  request.method === 'OPTIONS' &&
  crossOrigin.length > 2 &&
  request.headers['access-control-request-method'] !== undefined;

/** Tells the browser what it may send. `methods` as in `Allow`. */
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
