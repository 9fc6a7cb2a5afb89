/** Holds work back while it is closed. */
export class Gate {
  #isOpen = true;
  readonly #waiting = new Set<() => void>();

  /** Opens or closes it. */
  set isOpen(isOpen: boolean) {
    this.#isOpen = isOpen;
    if (isOpen) for (const go of this.#waiting) go();
  }

  /** The same items, each as soon as the gate is open. Throws the reason of the signal while it is closed. */
  async *held<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void> {
    for await (const item of items) {
      while (!this.#isOpen) await this.#opened(signal);
      yield item;
    }
  }

  #opened(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const end = (settle: () => void) => (): void => {
        this.#waiting.delete(opened);
        signal.removeEventListener('abort', aborted);
        settle();
      };
      const opened = end(resolve);
      const aborted = end(() => reject(signal.reason));
      this.#waiting.add(opened);
      signal.addEventListener('abort', aborted, { once: true });
    });
  }
}
