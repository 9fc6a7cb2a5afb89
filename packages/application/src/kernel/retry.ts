import type { Clock } from '@strongroom/ports';

/** How often something is tried before it is given up. */
export const MOST_ATTEMPTS = 24;

const LONGEST_PAUSE = 64;

/** Waits before another try, longer each time, drawn so that those who collided do not collide again. */
export const pauseAfter = (clock: Pick<Clock, 'pause'>, attempt: number): Promise<void> =>
  clock.pause(Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE));
