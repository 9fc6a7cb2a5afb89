import { type Instant, plus } from '@strongroom/domain';
import type { Standing, Window } from '@strongroom/ports';

/** A window that was opened by a call: when it ends, and how many calls it has allowed. */
export type OpenWindow = Readonly<{ endsAt: Instant; used: number }>;

/** What is over for so long is forgotten. Clocks lag by less, and until then a lagging call meets the window it belongs to. */
export const FORGOTTEN_AFTER = 600_000;
/** How often what is over is looked for. */
export const FORGET_EVERY = 60_000;

/** How a bucket stands that has this window, or none yet. */
export function standingOf(open: OpenWindow | undefined, window: Window, at: Instant): Standing {
  const current = open !== undefined && at < open.endsAt ? open : { endsAt: plus(at, window.milliseconds), used: 0 };
  const remaining = Math.max(0, window.limit - current.used);
  return { allowed: remaining > 0, limit: window.limit, remaining, resetAt: current.endsAt };
}

/** The answer to the call that was just counted as the `used`-th of its window. */
export const allowedAs = (used: number, endsAt: Instant, window: Window): Standing => ({
  allowed: true,
  limit: window.limit,
  remaining: window.limit - used,
  resetAt: endsAt,
});
