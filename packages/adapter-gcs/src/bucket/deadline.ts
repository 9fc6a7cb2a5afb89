/** Nothing came before the deadline. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/** A moment by which a call of the port is answered, whatever the other side does. */
export class Deadline {
  readonly #milliseconds: number;
  readonly #end: number;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#end = performance.now() + milliseconds;
  }

  /** Milliseconds that are left, never less than none. */
  get left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** The same work, or TooLate. What comes later than that is dropped. */
  async bound<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new TooLate(this.#milliseconds)), this.left);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }
}
