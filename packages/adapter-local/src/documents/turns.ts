import { setImmediate } from 'node:timers';

/** A call that waits for its turn. `deadline` is on the clock of `performance.now()`. */
export type Waiting = { readonly deadline: number; readonly refuse: (error: unknown) => void };

export type Turn<Call> = Readonly<{
  /** Serves the calls of one turn together and settles each; throws, having settled none, when none could be served. */
  serve: (calls: readonly Call[]) => void;
  /** Is what `serve` threw worth another try before the deadline? */
  isPassing: (error: unknown) => boolean;
  onRetry: () => void;
}>;

/**
 * Milliseconds before another try: soon at first, because locks are held for a few milliseconds; more rarely when it lasts,
 * because a try may block the event loop. Drawn, so that processes that wait for the same lock do not meet again and again.
 */
export const pauseAfter = (tries: number): number => 1 + Math.random() * Math.min(3 * tries, 25);

/**
 * Collects the calls of one turn of the event loop and serves them together once the turn is over. Nothing is served
 * before it was called. While another process is in the way the calls wait without blocking the event loop, those of
 * later turns joining them, each until its own deadline.
 */
export class Turns<Call extends Waiting> {
  readonly #turn: Turn<Call>;
  #waiting: Call[] = [];
  #scheduled = false;
  #tries = 0;
  #idle: (() => void)[] = [];

  constructor(turn: Turn<Call>) {
    this.#turn = turn;
  }

  add(call: Call): void {
    this.#waiting.push(call);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#serve());
  }

  /** Resolves once nobody waits any more. */
  drained(): Promise<void> {
    return this.#scheduled ? new Promise((resolve) => this.#idle.push(resolve)) : Promise.resolve();
  }

  #serve(): void {
    const calls = this.#waiting;
    this.#waiting = [];
    try {
      this.#turn.serve(calls);
    } catch (error) {
      this.#waiting = calls.filter((call) => !this.#isOver(call, error));
    }
    this.#scheduled = this.#waiting.length > 0;
    this.#tries = this.#scheduled ? this.#tries + 1 : 0;
    if (this.#scheduled) {
      this.#turn.onRetry();
      setTimeout(() => this.#serve(), pauseAfter(this.#tries));
      return;
    }
    for (const idle of this.#idle.splice(0)) idle();
  }

  #isOver(call: Call, error: unknown): boolean {
    const over = !this.#turn.isPassing(error) || performance.now() >= call.deadline;
    if (over) call.refuse(error);
    return over;
  }
}
