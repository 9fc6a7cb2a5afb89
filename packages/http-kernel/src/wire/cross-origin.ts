import type { IncomingMessage } from 'node:http';
import type { Answer } from '../answer/answer.ts';
import type { Exchange } from '../exchange/exchange.ts';

const SAME_ORIGIN = { crossOrigin: [], isPreflight: false } as const;
const OTHER_ORIGIN = { crossOrigin: ['Vary', 'Origin'], isPreflight: false } as const;
/** Seconds for which a browser remembers a preflight. */
const MAX_AGE = '600';

type Parts = Readonly<{
  /** Origins that browsers may call from. */
  origins: readonly string[];
  /** Names of headers that pages may read and send, in a list for a header. */
  exposed: string;
  allowed: string;
}>;

/** Origins that browsers may call from. Never allows credentials: tokens are not cookies. */
export class CrossOrigin {
  readonly #origins: ReadonlySet<string>;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#origins = new Set(parts.origins);
    this.#parts = parts;
  }

  /** CORS headers of every answer to this request, and whether it is a preflight from an allowed origin. */
  of({ method, headers }: IncomingMessage): Pick<Exchange, 'crossOrigin' | 'isPreflight'> {
    if (this.#origins.size === 0) return SAME_ORIGIN;
    const { origin } = headers;
    if (origin === undefined || !this.#origins.has(origin)) return OTHER_ORIGIN;
    const { exposed } = this.#parts;
    return {
      crossOrigin: ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposed],
      isPreflight: method === 'OPTIONS' && headers['access-control-request-method'] !== undefined,
    };
  }

  /** The answer to a preflight. `methods` as in `Allow`. */
  preflight(methods: string): Answer<never, 204> {
    const { allowed } = this.#parts;
    return {
      status: 204,
      headers: [
        'Access-Control-Allow-Methods',
        methods,
        'Access-Control-Allow-Headers',
        allowed,
        'Access-Control-Max-Age',
        MAX_AGE,
      ],
      content: { kind: 'none' },
    };
  }
}
