import { setImmediate } from 'node:timers';

/**
 * Calls for one bucket wait while others for it are on their way, and are then served together: on a document that many
 * write at once, the server makes all but one begin again.
 */
export class BucketQueue<Call> {
  readonly #waiting = new Map<string, Call[]>();
  readonly #serve: (bucket: string, calls: readonly Call[]) => Promise<void>;

  /** `serve` settles each call, and never rejects. */
  constructor(serve: (bucket: string, calls: readonly Call[]) => Promise<void>) {
    this.#serve = serve;
  }

  add(bucket: string, call: Call): void {
    const waiting = this.#waiting.get(bucket);
    if (waiting !== undefined) {
      waiting.push(call);
      return;
    }
    this.#waiting.set(bucket, [call]);
    setImmediate(() => void this.#work(bucket));
  }

  async #work(bucket: string): Promise<void> {
    for (;;) {
      const calls = this.#waiting.get(bucket) ?? [];
      if (calls.length === 0) break;
      this.#waiting.set(bucket, []);
      await this.#serve(bucket, calls);
    }
    this.#waiting.delete(bucket);
  }
}
