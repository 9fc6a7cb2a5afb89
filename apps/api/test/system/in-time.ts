/** Milliseconds that a request takes at most, whatever cannot be reached. */
export const IN_TIME = 5000;

/**
 * The same for tests that run beside others, on a machine that may be busy with anything: there an answer may be looked at
 * late. It still tells one that waits for as long as the fault lasts.
 */
export const IN_TIME_WHEN_BUSY = 15_000;
