import { StrongroomError } from '@strongroom/client';

/** Seconds. Limits of the service end within minutes; the page shows one that names a later end, and does not wait. */
const LONGEST_WAIT = 5 * 60;

/**
 * Milliseconds until a request that a limit refused may be made again; undefined for other errors and for a limit that ends
 * too late to wait for. A browser's timer fires at once for waits of more than 24.8 days.
 */
export function millisecondsToWait(error: unknown): number | undefined {
  if (!(error instanceof StrongroomError) || error.status !== 429) return undefined;
  const seconds = error.retryAfter ?? 1;
  return seconds <= LONGEST_WAIT ? 1000 * seconds : undefined;
}
