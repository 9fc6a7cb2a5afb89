import { randomFillSync } from 'node:crypto';

/** Random bytes, drawn for many uses at once, because a draw costs more than a hash. */
export class RandomPool {
  readonly #parts: readonly Buffer[];
  readonly #pool: Buffer;
  #next: number;

  /** `length`: bytes for one use. `uses`: number of uses of one draw. */
  constructor({ length, uses }: Readonly<{ length: number; uses: number }>) {
    this.#pool = Buffer.alloc(length * uses); // not of Node's shared buffer pool
    this.#parts = Array.from({ length: uses }, (_, at) => this.#pool.subarray(at * length, (at + 1) * length));
    this.#next = uses;
  }

  /** Passes random bytes to `use` and wipes them afterwards. */
  lend<T>(use: (bytes: Buffer) => T): T {
    if (this.#next === this.#parts.length) {
      randomFillSync(this.#pool);
      this.#next = 0;
    }
    const bytes = this.#parts[this.#next++];
    if (bytes === undefined) throw new RangeError('a pool of random bytes serves no use');
    try {
      return use(bytes);
    } finally {
      bytes.fill(0);
    }
  }
}
