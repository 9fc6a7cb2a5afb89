import type { Instant } from '@strongroom/domain';
import type { Charge, Standing, Window } from '@strongroom/ports';

/** The windows of buckets, within a transaction. */
type Windows = Readonly<{
  take: (bucket: string, window: Window, at: Instant) => Standing;
  giveBack: (bucket: string, window: Window, at: Instant) => Standing;
}>;

/** Takes from the buckets in order, as `ChainLimiter` promises. */
export function takeChain(windows: Windows, charges: readonly Charge[], at: Instant): readonly Standing[] {
  const standings: Standing[] = [];
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
