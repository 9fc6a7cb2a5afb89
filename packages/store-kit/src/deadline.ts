export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
  constructor(milliseconds: number) {
    super(`no reply within ${milliseconds} ms`);
  }
}

/** The time by which a call of the port is answered. */
export class Deadline {
  readonly #milliseconds: number;
  readonly #end: number;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#end = performance.now() + milliseconds;
  }

  /** Milliseconds left, at least 0. */
  get left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Rejects with DeadlineExceeded when the work takes longer; a later result is dropped. */
  async bound<T>(work: Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new DeadlineExceeded(this.#milliseconds)), this.left);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }
}
