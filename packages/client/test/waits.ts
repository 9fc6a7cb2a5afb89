import type { Time, Wait } from '@strongroom/client';

/** A clock that nobody waits for: it notes how long one would have, and gives the same chance each time. */
export function notedTime(random = 0): Readonly<{ time: Time; pauses: readonly number[] }> {
  const pauses: number[] = [];
  return {
    pauses,
    time: {
      random: () => random,
      pause: async (milliseconds, signal) => {
        signal?.throwIfAborted();
        pauses.push(milliseconds);
      },
    },
  };
}

/** Notes the waits that one is told of. */
export function toldWaits(): Readonly<{ onWait: (wait: Wait) => void; told: readonly Wait[] }> {
  const told: Wait[] = [];
  return { told, onWait: (wait) => told.push(wait) };
}
