import { type Dependency, Unavailable } from '@strongroom/ports';
import { Abandoned } from './batcher.ts';
import { type Outage } from './outage.ts';
import { type Alarm, SharedTimer } from './shared-timer.ts';
import { type Timers } from './timers.ts';

/** A call in progress. `left` is the number of milliseconds before its deadline. */
export type Attempt = Readonly<{
  left: () => number;
  isOver: () => boolean;
  /** Remembers why a try failed, for the error of a deadline that passes meanwhile. */
  note?: (error: unknown) => void;
}>;

/** The attempt that lasts longest, for calls that one command answers: those that have time left go on beside a late one. */
export const longestAttempt = (calls: readonly Readonly<{ attempt: Attempt }>[]): Attempt => ({
  left: () => Math.max(...calls.map(({ attempt }) => attempt.left())),
  isOver: () => calls.every(({ attempt }) => attempt.isOver()),
});

/** Writes that a commit makes within the deadline of any call. */
const QUICK_WRITES = 500;
/** Milliseconds for each further write while load leaves a quarter of a processor to the database; measured in ADR 0089. */
const MS_OF_A_WRITE = 1;
const MAX_MORE_MS = 15_000;

/** Milliseconds that a commit of this number of writes gets in addition to the deadline of a call. */
export const extraTimeFor = (writes: number): number =>
  Math.min(Math.max(writes - QUICK_WRITES, 0) * MS_OF_A_WRITE, MAX_MORE_MS);

export type CallGuardOptions = Readonly<{
  dependency: Dependency;
  outage: Outage;
  /** Milliseconds after which a call throws Unavailable. */
  deadlineMs: number;
  /** Whether the server or the connection failed; every other error is a bug and passed on. */
  isInfrastructureError: (error: unknown) => boolean;
  /** Whether the server refused a write and serves reads, until its operator acts. That is no outage. */
  isWriteRefusal?: (error: unknown) => boolean;
  timers: Timers;
}>;

/**
 * Keeps every call within a deadline, and with it all calls of one request: once the database has not answered for
 * `deadlineMs`, further calls are refused at once until a probe succeeds.
 */
export class CallGuard {
  readonly #options: CallGuardOptions;
  readonly #timer: SharedTimer;
  readonly #shared: SharedByCalls;
  /** Error of the last call or try that failed. */
  #lastFailure: unknown;
  #closed = false;

  constructor(options: CallGuardOptions) {
    this.#options = options;
    this.#timer = new SharedTimer(options.timers);
    this.#shared = {
      now: options.timers.now,
      isClosed: () => this.#closed,
      lateFailureOf: (call) => this.#failureOf(new DeadlineExceeded(call.lastTry ?? this.#lastFailure), call),
    };
  }

  /**
   * Runs `work` within the deadline. Throws Unavailable for an infrastructure error; `maybeDone` is asked at that moment
   * whether the work may have been done. `moreMs` are added to the deadline, except in an outage.
   */
  run<T>(work: (attempt: Attempt) => Promise<T>, maybeDone: () => boolean = () => false, moreMs = 0): Promise<T> {
    const { dependency, outage, deadlineMs, timers } = this.#options;
    const began = timers.now();
    const deadline = outage.since === undefined ? began + deadlineMs + moreMs : outage.since + deadlineMs;
    if (this.#closed || deadline <= began)
      return Promise.reject(new Unavailable(dependency, { cause: this.#lastFailure }));
    // One promise and one object: a race of two, and a function for each question, would be most of what the guard costs.
    return new Promise((resolve, reject) => {
      const call = new GuardedCall(this.#shared, { began, due: deadline, maybeDone, reject });
      this.#timer.add(call);
      const succeed = (answer: T): void => {
        if (!this.#timer.remove(call)) return;
        outage.end();
        this.#lastFailure = undefined;
        resolve(answer);
      };
      const fail = (error: unknown): void => {
        if (this.#timer.remove(call)) reject(this.#failureOf(error, call));
      };
      try {
        work(call).then(succeed, fail);
      } catch (error) {
        fail(error);
      }
    });
  }

  /** The error that the caller gets. Begins or ends the outage. */
  #failureOf(error: unknown, { began, maybeDone }: Pick<CallParts, 'began' | 'maybeDone'>): unknown {
    const { dependency, outage, isInfrastructureError, isWriteRefusal } = this.#options;
    if (error instanceof Unavailable) return error;
    if (isWriteRefusal?.(error) === true) {
      outage.end();
      return new Unavailable(dependency, { takesNoWrites: true, cause: error });
    }
    const isLate = error instanceof DeadlineExceeded || error instanceof Abandoned;
    if (!isInfrastructureError(error) && !isLate && !this.#closed) {
      outage.end();
      return error;
    }
    outage.begin(began);
    this.#lastFailure = error;
    return new Unavailable(dependency, { maybeDone: maybeDone(), cause: error });
  }

  /** Whether calls are refused at once. */
  get isDown(): boolean {
    const { outage, deadlineMs, timers } = this.#options;
    return this.#closed || (outage.since ?? Number.POSITIVE_INFINITY) + deadlineMs <= timers.now();
  }

  close(): void {
    this.#closed = true;
    this.#options.outage.close();
  }
}

type CallParts = Readonly<{
  began: number;
  due: number;
  maybeDone: () => boolean;
  reject: (error: unknown) => void;
}>;

type SharedByCalls = Readonly<{
  now: () => number;
  isClosed: () => boolean;
  /** The error of a call whose deadline has passed. */
  lateFailureOf: (call: GuardedCall) => unknown;
}>;

/** A call until it is answered or its deadline passes. */
class GuardedCall implements Attempt, Alarm {
  readonly #shared: SharedByCalls;
  readonly #parts: CallParts;
  slot = -1;
  lastTry: unknown;

  constructor(shared: SharedByCalls, parts: CallParts) {
    this.#shared = shared;
    this.#parts = parts;
  }

  get began(): number {
    return this.#parts.began;
  }

  get due(): number {
    return this.#parts.due;
  }

  get maybeDone(): () => boolean {
    return this.#parts.maybeDone;
  }

  left(): number {
    return Math.max(1, Math.ceil(this.due - this.#shared.now()));
  }

  isOver(): boolean {
    return this.#shared.isClosed() || this.#shared.now() >= this.due;
  }

  note(error: unknown): void {
    this.lastTry = error;
  }

  onDue(): void {
    this.#parts.reject(this.#shared.lateFailureOf(this));
  }
}

class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
  /** For the log; with a cause, its code says more. */
  readonly code: string | undefined;
  constructor(cause: unknown) {
    super('no answer before the deadline', { cause });
    this.code = cause === undefined ? 'DEADLINE' : undefined;
  }
}
