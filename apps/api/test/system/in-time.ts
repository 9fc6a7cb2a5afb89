/** Maximum time of a request in milliseconds, whichever dependency cannot be reached. */
export const IN_TIME = 5000;

/** Maximum in milliseconds on a busy machine, where an answer may be seen late. Shorter than the fault. */
export const IN_TIME_WHEN_BUSY = 15_000;
