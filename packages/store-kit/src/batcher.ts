/** A call was left out of its batch, because its deadline passed before. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
  constructor() {
    super('the call was abandoned');
  }
}

/** Result of one call: its answer, or an error that concerns this call only. */
export type Outcome<Answer> = Readonly<{ answer: Answer } | { error: unknown }>;

export type BatcherOptions<Call, Answer> = Readonly<{
  /** Serves calls of one key together and returns one outcome per call, in order. If it throws, it served none. */
  serve: (calls: readonly Call[], key: string) => readonly Outcome<Answer>[] | Promise<readonly Outcome<Answer>[]>;
  /** Resolves at the end of the period whose calls form a batch; by default after the current microtask. */
  turn?: () => Promise<unknown>;
  /** Maximum size of a batch: a number of calls, or the sum of their `sizeOf`. A larger call is a batch of its own. */
  maxSize?: number;
  sizeOf?: (call: Call) => number;
  /** Maximum number of batches per key in flight; 1 by default. */
  maxInFlight?: number;
  /** A call that is abandoned before it is sent is rejected with `Abandoned` instead. */
  isAbandoned?: (call: Call) => boolean;
  /** The error that a call is rejected with, for one that `serve` threw or returned; by default the same. */
  errorOf?: (error: unknown) => unknown;
  /** Without it, an error that `serve` throws rejects every call of the batch. */
  retry?: Readonly<{
    shouldRetry: (error: unknown, call: Call) => boolean;
    /** Resolves when the next try is due, after `failures` in a row. Later calls of the key join that try. */
    pause: (failures: number) => Promise<unknown>;
  }>;
}>;

type Waiting<Call, Answer> = Readonly<{
  call: Call;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}>;

/** The calls of one key. */
type Lane<Call, Answer> = {
  readonly key: string;
  waiting: Waiting<Call, Answer>[];
  inFlight: number;
  isScheduled: boolean;
  failures: number;
};

/**
 * Collects the calls of one turn of the event loop and serves them together; calls that arrive while the maximum number
 * of batches is in flight form the next one. Each call is sent after it was made, so no answer is older than its call.
 */
export class Batcher<Call, Answer> {
  readonly #options: BatcherOptions<Call, Answer>;
  readonly #lanes = new Map<string, Lane<Call, Answer>>();
  #onIdle: (() => void)[] = [];

  constructor(options: BatcherOptions<Call, Answer>) {
    this.#options = options;
  }

  /** Calls with different keys are never in one batch. */
  add(call: Call, key = ''): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const lane = this.#lanes.get(key) ?? { key, waiting: [], inFlight: 0, isScheduled: false, failures: 0 };
      this.#lanes.set(key, lane);
      lane.waiting.push({ call, resolve, reject });
      this.#schedule(lane);
    });
  }

  /** Resolves when every call has its outcome. */
  idle(): Promise<void> {
    return this.#lanes.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#onIdle.push(resolve));
  }

  #schedule(lane: Lane<Call, Answer>): void {
    const { maxInFlight = 1 } = this.#options;
    if (lane.isScheduled || lane.waiting.length === 0 || lane.inFlight >= maxInFlight) return;
    lane.isScheduled = true;
    void this.#work(lane);
  }

  async #work(lane: Lane<Call, Answer>): Promise<void> {
    const { turn = () => Promise.resolve(), retry } = this.#options;
    await (retry !== undefined && lane.failures > 0 ? retry.pause(lane.failures) : turn());
    lane.isScheduled = false;
    lane.inFlight += 1;
    const batch = this.#next(lane);
    this.#schedule(lane);
    if (batch.length > 0) await this.#serve(lane, batch);
    lane.inFlight -= 1;
    this.#schedule(lane);
    if (lane.isScheduled || lane.inFlight > 0) return;
    this.#lanes.delete(lane.key);
    if (this.#lanes.size === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  async #serve(lane: Lane<Call, Answer>, batch: readonly Waiting<Call, Answer>[]): Promise<void> {
    const { serve, retry, errorOf = (error: unknown) => error } = this.#options;
    try {
      const outcomes = await serve(
        batch.map(({ call }) => call),
        lane.key,
      );
      lane.failures = 0;
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome !== undefined && 'answer' in outcome) resolve(outcome.answer);
        else reject(outcome === undefined ? new TypeError('a call got no outcome') : errorOf(outcome.error));
      });
    } catch (error) {
      const again: Waiting<Call, Answer>[] = [];
      for (const waiting of batch)
        if (retry?.shouldRetry(error, waiting.call) === true) again.push(waiting);
        else waiting.reject(errorOf(error));
      lane.failures = again.length > 0 ? lane.failures + 1 : 0;
      lane.waiting = [...again, ...lane.waiting];
    }
  }

  #next(lane: Lane<Call, Answer>): readonly Waiting<Call, Answer>[] {
    const { maxSize = Number.POSITIVE_INFINITY, sizeOf = () => 1, isAbandoned } = this.#options;
    let { waiting } = lane;
    if (isAbandoned !== undefined) {
      for (const { call, reject } of waiting) if (isAbandoned(call)) reject(new Abandoned());
      waiting = waiting.filter(({ call }) => !isAbandoned(call));
    }
    let taken = 0;
    let total = 0;
    for (const { call } of waiting) {
      total += sizeOf(call);
      if (taken > 0 && total > maxSize) break;
      taken += 1;
    }
    lane.waiting = waiting.slice(taken);
    return waiting.slice(0, taken);
  }
}
