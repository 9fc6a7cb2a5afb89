import { setTimeout as timer } from 'node:timers/promises';
import type { Clock } from '@strongroom/ports';
import { instant } from './instant.ts';

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => instant(Date.now()),
  pause: (milliseconds) => timer(milliseconds),
};
