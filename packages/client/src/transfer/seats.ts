import type { UploadContent } from './upload-groups.ts';

/** Objects of one user that the store of the service receives at a time; it refuses more (TOO_MANY_UPLOADS). */
const MOST = 8;

/**
 * Uploads to the store of the service itself begin as others end: a refused one would have to wait for a second, with the
 * place of another file. Stores elsewhere take as many as there are.
 */
export class Seats {
  readonly #own: string;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  /** `service`: an address of the service. */
  constructor(service: string) {
    this.#own = `${new URL(service).origin}/`;
  }

  /** The same content, sent when a seat is free. */
  seated<F, K>({ withKey, send }: UploadContent<F, K>): UploadContent<F, K> {
    return {
      withKey,
      send: (...described) => {
        const sendOne = send(...described);
        return (to, key) => (to.url.startsWith(this.#own) ? this.#hold(() => sendOne(to, key)) : sendOne(to, key));
      },
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
