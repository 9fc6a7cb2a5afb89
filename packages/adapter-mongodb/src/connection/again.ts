import { setTimeout as pause } from 'node:timers/promises';
import { isWorldly } from './mongo-errors.ts';
import type { Attempt } from './serving.ts';

const LONGEST_PAUSE = 200;

/** Longer each time, drawn so that those who collided do not collide again. */
export const pauseAfter = (tries: number): Promise<void> =>
  pause(Math.random() * Math.min(4 * 1.5 ** tries, LONGEST_PAUSE));

/**
 * Asks again until the deadline, while the world is in the way: a new primary is elected within seconds. For what may be
 * repeated only. The last error is thrown.
 */
export async function again<T>(
  attempt: Attempt,
  ask: () => Promise<T>,
  mayBeRepeated: (error: unknown) => boolean = isWorldly,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!mayBeRepeated(error) || attempt.isOver()) throw error;
      await pauseAfter(tries);
      if (attempt.isOver()) throw error;
    }
  }
}
