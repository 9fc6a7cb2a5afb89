import type { IncomingMessage } from 'node:http';
import { type Caller, callerBehind, KeyRefusal } from '@strongroom/domain';

/** Decides which hosts and origins are served. */
export class Gate {
  readonly #host: string;
  readonly #own: string;
  readonly #origins: readonly string[];

  /** `url`: the address of the key service. `origins`: those of web pages that may call it. */
  constructor(url: string, origins: readonly string[]) {
    this.#host = new URL(url).host;
    this.#own = url;
    this.#origins = origins;
  }

  /** Throws KeyRefusal for another host name, which a rebound name of DNS would send, and for a page of another origin. */
  refuseForeign({ headers }: IncomingMessage): void {
    const { host, origin } = headers;
    const isKnown = origin === undefined || origin === this.#own || this.#origins.includes(origin);
    if (host !== this.#host || !isKnown) throw new KeyRefusal('ORIGIN_REFUSED', 'origin');
  }

  /** Headers of an answer to a page of a listed origin. */
  headersFor({ headers: { origin } }: IncomingMessage): Readonly<Record<string, string>> {
    if (origin === undefined || !this.#origins.includes(origin)) return { Vary: 'Origin' };
    return {
      Vary: 'Origin',
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': 'authorization, content-type',
      'Access-Control-Expose-Headers': 'Retry-After',
      'Access-Control-Max-Age': '600',
    };
  }
}

/** The caller of a request, by the number of trusted proxies before the key service. */
export function callerOf({ headers, socket }: IncomingMessage, proxies: number): Caller {
  const { address, ...caller } = callerBehind(
    proxies,
    headers['x-forwarded-for']?.toString(),
    socket.remoteAddress ?? '',
  );
  return { ...caller, address: address.replace(/^::ffff:(?=\d+\.)/, '') };
}
