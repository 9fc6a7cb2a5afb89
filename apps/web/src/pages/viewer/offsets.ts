/** A list of offsets of a long text, 4 bytes each. */
export class OffsetList {
  #held = new Uint32Array(1024);
  #count = 0;

  get last(): number {
    return this.#held[this.#count - 1] ?? 0;
  }

  add(offset: number): void {
    if (this.#count === this.#held.length) {
      const larger = new Uint32Array(2 * this.#count);
      larger.set(this.#held);
      this.#held = larger;
    }
    this.#held[this.#count++] = offset;
  }

  all(): Uint32Array {
    return this.#held.slice(0, this.#count);
  }
}
