import type { Configuration } from '../../src/index.ts';

/** Settings of every process. The body names the number of the event. */
export const FOR_WEBHOOKS: Partial<Configuration> = { eventBody: ({ seq }) => ({ seq }) };
