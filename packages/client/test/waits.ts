import type { RetryTime, Wait } from '@strongroom/client';

/** A clock that stands at 0: records each wait, and returns the same random number each time. */
export function notedTime(random = 0): Readonly<{ time: RetryTime; pauses: readonly number[] }> {
  const pauses: number[] = [];
  return {
    pauses,
    time: {
      random: () => random,
      now: () => 0,
      pause: async (milliseconds, signal) => {
        signal?.throwIfAborted();
        pauses.push(milliseconds);
      },
    },
  };
}

/** Records the waits that are reported. */
export function recordedWaits(): Readonly<{ onWait: (wait: Wait) => void; reported: readonly Wait[] }> {
  const reported: Wait[] = [];
  return { reported, onWait: (wait) => reported.push(wait) };
}
