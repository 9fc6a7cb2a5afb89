/** Work that has a line for itself: other work begins when none is left. */
export class ExclusiveWork {
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;

  /** Runs work after all that was given before. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    this.#count++;
    const result = this.#last.then(work);
    this.#last = result
      .catch(() => undefined)
      .finally(() => {
        this.#count--;
      });
    return result;
  }

  /** Resolves when no such work is left. */
  async free(): Promise<void> {
    while (this.#count > 0) await this.#last;
  }
}
