import { KeyRefusal } from '@strongroom/domain';
import { CrossOrigin, type IncomingMessage } from '@strongroom/http-kernel';

/** Decides which hosts and origins are served. */
export class Gate {
  readonly crossOrigin: CrossOrigin;
  readonly #host: string;
  readonly #own: string;
  readonly #origins: readonly string[];

  /** `url`: the address of the key service. `origins`: those of web pages that may call it. */
  constructor(url: string, origins: readonly string[]) {
    this.#host = new URL(url).host;
    this.#own = url;
    this.#origins = origins;
    this.crossOrigin = new CrossOrigin({ origins, exposed: 'Retry-After', allowed: 'authorization, content-type' });
  }

  /** Throws KeyRefusal for another host name, which a rebound name of DNS would send, and for a page of another origin. */
  refuseForeign({ headers }: IncomingMessage): void {
    const { host, origin } = headers;
    const isKnown = origin === undefined || origin === this.#own || this.#origins.includes(origin);
    if (host !== this.#host || !isKnown) throw new KeyRefusal('ORIGIN_REFUSED', 'origin');
  }
}
