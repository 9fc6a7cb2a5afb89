/**
 * Milliseconds by which the clocks of two processes may differ: each is within a minute of the database's, or its start is
 * refused.
 */
export const MAX_CLOCK_GAP_MS = 120_000;

/**
 * Whether a stored end of something that lasts `lengthMs` has come. A clock that ran ahead wrote an end that is later than
 * its length from now: that one is over too, or it would lock people out for as long as that clock was wrong.
 */
export const isOver = (endsAt: number, lengthMs: number, now: number): boolean =>
  endsAt <= now || endsAt > now + lengthMs + MAX_CLOCK_GAP_MS;
