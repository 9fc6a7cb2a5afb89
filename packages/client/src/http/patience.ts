import { StrongroomError } from '../error.ts';

/** Time and chance, so that a test can do without waiting for either. */
export type Time = Readonly<{
  /** Resolves after so many milliseconds; rejects with the reason of the signal. */
  pause: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0, up to but not 1. */
  random: () => number;
}>;

/** A wait that was decided on, and the code that it is for. */
export type Wait = Readonly<{ milliseconds: number; code: string }>;

export type Patience = Readonly<{
  /** How often something that fails without fault of the request is tried. */
  attempts: number;
  /** Milliseconds that one call waits at most, all its waits together. */
  waiting: number;
  time: Time;
  onWait?: ((wait: Wait) => void) | undefined;
}>;

export const realTime: Time = {
  random: Math.random,
  pause: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener('abort', stopped, { once: true });
      function done() {
        signal?.removeEventListener('abort', stopped);
        resolve();
      }
      function stopped() {
        clearTimeout(timer);
        reject(signal?.reason);
      }
    }),
};

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

/**
 * Tries again what was refused for a while: over the rate limit until it may come again, out of service or out of reach
 * a bounded number of times. `attempt` must be one that may be repeated.
 */
export async function patiently<T>(
  attempt: () => Promise<T>,
  patience: Patience,
  signal: AbortSignal | undefined,
): Promise<T> {
  let waited = 0;
  for (let attempts = 1, failures = 1; ; attempts++) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof StrongroomError)) throw error;
      const isLimit = error.status === 429;
      const isHopeless = !isLimit && (!isPassing(error, attempts) || failures >= patience.attempts);
      const milliseconds = pauseAfter(error, failures, patience.time);
      if (isHopeless || waited + milliseconds > patience.waiting) throw attempts === 1 ? error : error.after(attempts);
      if (!isLimit) failures++;
      waited += milliseconds;
      patience.onWait?.({ milliseconds, code: error.code });
      await patience.time.pause(milliseconds, signal);
    }
  }
}

/** Out of reach, out of service, or the first attempt at the same request is still under way. */
function isPassing({ code, status }: StrongroomError, attempts: number): boolean {
  if (code === 'CONNECTION_LOST' || code === 'TIMED_OUT') return true;
  if (code === 'IDEMPOTENCY_CONFLICT') return attempts > 1;
  return status === 408 || (status >= 502 && status <= 504);
}

/** Never before the service says; else longer each time, and never all at the same moment. */
function pauseAfter({ retryAfter = 0 }: StrongroomError, failures: number, time: Time): number {
  const most = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures);
  const jittered = Math.ceil(most / 2 + (time.random() * most) / 2);
  return retryAfter > 0 ? retryAfter * 1000 + Math.ceil(time.random() * FIRST_PAUSE) : jittered;
}
