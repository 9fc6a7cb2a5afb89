import type { UploadTransferOptions } from '../content/in-memory.ts';
import type { SharedRequest } from '../content/share.ts';
import type { SharedPuts } from './shared-puts.ts';
import type { UploadContent } from './upload-groups.ts';

/** Objects of one user that the store of the service receives at a time; it refuses more (TOO_MANY_UPLOADS). */
const MOST = 8;

/**
 * Uploads to the store of the service itself: small objects share requests, others begin as others end, because a refused one
 * would have to wait for a second, with the place of another file. Stores elsewhere take as many as there are.
 */
export class StoreSeats {
  readonly #own: string;
  readonly #shared: SharedPuts;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  /** `service`: an address of the service. */
  constructor(service: string, shared: SharedPuts) {
    this.#own = `${new URL(service).origin}/`;
    this.#shared = shared;
  }

  /** The same content, sent with others or when a seat is free. */
  seated<F, K>({ withKey, send }: UploadContent<F, K>): UploadContent<F, K> {
    return {
      withKey,
      send: (file, size, options) => {
        const sendOne = send(file, size, options);
        return (to, key) => {
          if (!to.url.startsWith(this.#own)) return sendOne(to, key);
          if (!this.#shared.takes(size)) return this.#hold(() => sendOne(to, key));
          return send(file, size, { ...options, share: this.#share(this.#shared, options) })(to, key);
        };
      },
    };
  }

  #share(shared: SharedPuts, { signal, onWaiting }: UploadTransferOptions): SharedRequest {
    return {
      stored: (url, bytes) => {
        onWaiting?.();
        return shared.put(url, bytes, signal);
      },
      alone: (work) => this.#hold(work),
    };
  }

  async #hold<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken >= MOST) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#taken++;
    try {
      return await work();
    } finally {
      // The seat passes on without becoming free.
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken--;
      else next();
    }
  }
}
