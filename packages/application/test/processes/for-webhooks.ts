import type { Configuration } from '../../src/index.ts';

/** Settings of every process. The body names the number of the event. */
export const FOR_WEBHOOKS: Partial<Configuration> = { eventBody: ({ seq }) => ({ seq }) };

/** How fast their clock is: a process has half a second for its turn, and delivers many events in it. */
export const FASTER = 20;
