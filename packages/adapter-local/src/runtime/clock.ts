import { systemAlarm } from '@strongroom/blob-gateway';
import type { Clock } from '@strongroom/ports';
import { instant } from './instant.ts';

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => instant(Date.now()),
  pause: (milliseconds) => new Promise((resolve) => systemAlarm(milliseconds, resolve)),
};
