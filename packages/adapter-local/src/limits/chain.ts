import type { Instant } from '@strongroom/domain';
import type { Charge, RateLimitStatus, Window } from '@strongroom/ports';

/** The windows of buckets, within a transaction. */
type Windows = Readonly<{
  take: (bucket: string, window: Window, at: Instant) => RateLimitStatus;
  giveBack: (bucket: string, window: Window, at: Instant) => RateLimitStatus;
}>;

/** Takes from the buckets in order, as `ChainLimiter` promises. */
export function takeCharges(windows: Windows, charges: readonly Charge[], at: Instant): readonly RateLimitStatus[] {
  const standings: RateLimitStatus[] = [];
  for (const { bucket, window, endsChain = false } of charges) {
    const standing = windows.take(bucket, window, at);
    standings.push(standing);
    if (standing.allowed) continue;
    if (!endsChain)
      for (const before of charges.slice(0, standings.length - 1)) windows.giveBack(before.bucket, before.window, at);
    break;
  }
  return standings;
}
