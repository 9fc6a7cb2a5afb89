import { instant } from '@strongroom/domain';
import { isOver, type RateLimitStatus, type Window } from '@strongroom/ports';

/** A window that a call has opened. `used` counts the calls it has allowed. */
export type OpenWindow = Readonly<{ endsAt: number; used: number }>;

/** The standing of a bucket with this window, or without any. */
export function standingOf(open: OpenWindow | undefined, window: Window, at: number): RateLimitStatus {
  const { endsAt, used } =
    open !== undefined && !isOver(open.endsAt, window.milliseconds, at)
      ? open
      : { endsAt: at + window.milliseconds, used: 0 };
  const remaining = Math.max(0, window.limit - used);
  return { allowed: remaining > 0, limit: window.limit, remaining, resetAt: instant(endsAt) };
}

/** The standing of one call and the window after it. A refused call changes nothing. */
export function takeOne(
  open: OpenWindow | undefined,
  window: Window,
  at: number,
): Readonly<{ standing: RateLimitStatus; open: OpenWindow | undefined }> {
  const standing = standingOf(open, window, at);
  if (!standing.allowed) return { standing, open };
  const remaining = standing.remaining - 1;
  return {
    standing: { ...standing, remaining },
    open: { endsAt: standing.resetAt, used: window.limit - remaining },
  };
}
