import { Unavailable } from '@strongroom/ports';

/** Bytes that the parts of all uploads of a process hold: less than half of the memory that the samples give a process. */
const MAX_BYTES = 192 * 1024 * 1024;

/**
 * Bounds the memory of uploads that pass through a process: every client with an upload address can keep a part waiting for its
 * next byte until the address ends.
 */
export class PartMemory {
  #free: number;
  /** Kept for uploads that begin: without it, uploads under way would take it for their second parts. */
  readonly #spare: number;

  constructor(bytes = MAX_BYTES) {
    this.#free = bytes;
    this.#spare = bytes / 2;
  }

  /** Runs an upload that holds these bytes all the time. Throws Unavailable before it begins if they are not free. */
  async holding<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (!this.#take(bytes, 0))
      throw new Unavailable('blobs', { cause: new Error('uploads hold all memory for parts') });
    try {
      return await work();
    } finally {
      this.#free += bytes;
    }
  }

  /** Starts `next` while `first` runs, if these bytes are free for it and half of all besides, and after it otherwise. */
  async sideBySide<A, B>(bytes: number, first: Promise<A>, next: () => Promise<B>): Promise<readonly [A, B]> {
    if (!this.#take(bytes, this.#spare)) return [await first, await next()];
    try {
      return await Promise.all([first, next()]);
    } finally {
      this.#free += bytes;
    }
  }

  #take(bytes: number, spare: number): boolean {
    if (this.#free - bytes < spare) return false;
    this.#free -= bytes;
    return true;
  }
}
