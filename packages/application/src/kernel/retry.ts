import type { Clock } from '@strongroom/ports';

/** Maximum number of attempts. */
export const MAX_ATTEMPTS = 24;

const LONGEST_PAUSE = 64;

/** Waits before the next attempt, longer each time and by a random part, so that colliding callers separate. */
export const pauseAfter = (clock: Pick<Clock, 'pause'>, attempt: number): Promise<void> =>
  clock.pause(Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE));
