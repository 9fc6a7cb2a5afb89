import { type Instant, plus } from '@strongroom/domain';
import { isOver, MAX_CLOCK_GAP_MS, type RateLimitStatus, type Window } from '@strongroom/ports';

/** A window that a call has opened. `used` counts the calls it has allowed. */
export type OpenWindow = Readonly<{ endsAt: Instant; used: number }>;

/** Milliseconds a window is kept after its end. Clocks lag by less, so a lagging call still finds its window. */
export const KEPT_MS = 600_000;
/** Milliseconds between deletions of old windows. */
export const FORGET_EVERY_MS = 60_000;

/** Whether the window still counts: it has not ended, and no clock that ran ahead opened it. */
export const isOpen = (open: OpenWindow | undefined, window: Window, at: Instant): open is OpenWindow =>
  open !== undefined && !isOver(open.endsAt, window.milliseconds, at);

/** The latest end that a window has which clocks that agree opened. */
export const latestEnd = (window: Window, at: Instant): Instant => plus(at, window.milliseconds + MAX_CLOCK_GAP_MS);

/** The standing of a bucket with this window, or without any. */
export function standingOf(open: OpenWindow | undefined, window: Window, at: Instant): RateLimitStatus {
  const current = isOpen(open, window, at) ? open : { endsAt: plus(at, window.milliseconds), used: 0 };
  const remaining = Math.max(0, window.limit - current.used);
  return { allowed: remaining > 0, limit: window.limit, remaining, resetAt: current.endsAt };
}

/** The window after one more call; undefined if the call is refused. */
export function countedIn(open: OpenWindow | undefined, window: Window, at: Instant): OpenWindow | undefined {
  const { allowed, resetAt } = standingOf(open, window, at);
  if (!allowed) return undefined;
  return { endsAt: resetAt, used: isOpen(open, window, at) ? open.used + 1 : 1 };
}

/** The standing after a call that was counted as number `used` of its window. */
export const allowedAs = (used: number, endsAt: Instant, window: Window): RateLimitStatus => ({
  allowed: true,
  limit: window.limit,
  remaining: window.limit - used,
  resetAt: endsAt,
});
