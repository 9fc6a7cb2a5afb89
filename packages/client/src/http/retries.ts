import { StrongroomError } from '../base/error.ts';
import { pause, systemClock } from './clock.ts';

/** Time and randomness; tests supply their own. */
export type RetryTime = Readonly<{
  /** Resolves after that time; rejects with the reason of the signal. */
  pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** At least 0, less than 1. */
  random: () => number;
  /** Milliseconds since 1970; the clock of the machine by default. */
  now?: (() => number) | undefined;
}>;

/** A wait, its end, and the error code that caused it. `for`: the key service, if the wait is for it; else the service. */
export type Wait = Readonly<{ milliseconds: number; until: Date; code: string; for?: 'key-service' | undefined }>;

/** Limits of repeating a request. */
export type RetryPolicy = Readonly<{
  /** Attempts at a request that fails through no fault of its own. */
  attempts: number;
  /** Maximum of all waits of one call together, in milliseconds. */
  waiting: number;
  time: RetryTime;
  onWait?: ((wait: Wait) => void) | undefined;
  /** The line to the service, which its calls and transfers share; without it, a lost line is any other failure. */
  line?: ServiceLine | undefined;
}>;

/** Whether the service was ever reached, and how long a call waits until it can be reached again, in milliseconds. */
export type ServiceLine = { wasThere: boolean; readonly waiting: number };

export const realTime: RetryTime = {
  random: Math.random,
  pause: (milliseconds, signal) => pause(systemClock, milliseconds, signal),
};

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/**
 * Repeats a request that was refused temporarily: over the rate limit for as long as the policy allows, without service
 * or connection a bounded number of times. `attempt` must be repeatable.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<T> {
  const { line } = policy;
  let waited = 0;
  let withoutLine = 0;
  let limits = 0;
  for (let attempts = 1, failures = 1; ; attempts++) {
    signal?.throwIfAborted();
    try {
      const result = await attempt();
      if (line !== undefined) line.wasThere = true;
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof StrongroomError)) throw error;
      const isLimit = error.status === 429;
      if (isLimit) limits++;
      const milliseconds = pauseAfter(error, isLimit ? limits : failures, policy.time);
      // The time asleep does not count: a computer that wakes up continues.
      const isLost = line?.wasThere === true && isLostLine(error) && withoutLine + milliseconds <= line.waiting;
      const isHopeless = !isLimit && !isLost && (!isPassing(error, attempts) || failures >= policy.attempts);
      if (isHopeless || (!isLost && waited + milliseconds > policy.waiting))
        throw attempts === 1 ? error : error.after(attempts);
      if (!isLimit) failures++;
      if (isLost) withoutLine += milliseconds;
      else waited += milliseconds;
      await pauseFor({ milliseconds, code: error.code }, policy, signal);
    }
  }
}

/** Reports a wait, then waits. */
export async function pauseFor(
  wait: Omit<Wait, 'until'>,
  { time, onWait }: Pick<RetryPolicy, 'time' | 'onWait'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  onWait?.({ ...wait, until: new Date((time.now ?? Date.now)() + wait.milliseconds) });
  await time.pause(wait.milliseconds, signal);
}

/** An operator has to act first. */
const LASTING = new Set<string>(['READ_ONLY']);

/** No connection, no service, or the first attempt at the same request is still in progress. */
function isPassing({ code, status }: StrongroomError, attempts: number): boolean {
  if (code === 'CONNECTION_LOST' || code === 'TIMED_OUT') return true;
  if (LASTING.has(code)) return false;
  if (code === 'IDEMPOTENCY_CONFLICT') return attempts > 1;
  return status === 408 || (status >= 502 && status <= 504);
}

/** Whether there is no connection, or a proxy that reaches no service: it may restart. The service itself answers with a code. */
function isLostLine({ code, status }: StrongroomError): boolean {
  if (code === 'CONNECTION_LOST' || code === 'TIMED_OUT') return true;
  const isOfProxy = code === 'UNEXPECTED_ANSWER' || code === 'OBJECT_REFUSED' || code === 'SERVICE_UNAVAILABLE';
  return isOfProxy && status >= 502 && status <= 504;
}

/** Whether the connection broke, so that a transfer can continue where it ended. */
export const isInterruption = (error: unknown): error is StrongroomError =>
  error instanceof StrongroomError && (error.code === 'CONNECTION_LOST' || error.code === 'TIMED_OUT');

/** At least the time that the service names; otherwise longer with each refusal of its kind, with jitter. */
export function pauseAfter({ retryAfter = 0 }: StrongroomError, count: number, time: RetryTime): number {
  const most = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count);
  const jittered = Math.ceil(most / 2 + (time.random() * most) / 2);
  return retryAfter > 0 ? retryAfter * 1000 + Math.ceil(time.random() * FIRST_PAUSE_MS) : jittered;
}
