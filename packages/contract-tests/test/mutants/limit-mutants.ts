import { MemoryRateLimiter } from '@strongroom/adapter-local';
import { type Instant, plus } from '@strongroom/domain';
import type { RateLimiter, RateLimitStatus, Window } from '@strongroom/ports';
import type { Mutant, RateLimiterHarness } from '../../src/index.ts';

type Broken = Partial<RateLimiter> & { remembered?: () => Promise<number>; sibling?: RateLimiter };

/** A memory limiter with some methods replaced by broken ones, which may call the intact ones. */
const broken = (
  breaks: string,
  how: string,
  replacements: (whole: RateLimiter) => Broken,
): Mutant<RateLimiterHarness> => ({
  breaks,
  how,
  harness: async () => {
    const memory = new MemoryRateLimiter();
    const whole: RateLimiter = {
      take: (bucket, window, at) => memory.take(bucket, window, at),
      giveBack: (bucket, window, at) => memory.giveBack(bucket, window, at),
      clear: (contained) => memory.clear(contained),
      check: () => memory.check(),
      close: () => memory.close(),
    };
    const { remembered = async () => memory.size, sibling, ...replaced } = replacements(whole);
    const limiter = { ...whole, ...replaced };
    return { limiter, sibling: sibling ?? limiter, remembered, end: () => memory.close() };
  },
});

/** Takes from another bucket, window or time than the caller asked for. */
const asking = (
  whole: RateLimiter,
  other: (bucket: string, window: Window, at: Instant) => [string, Window, Instant],
): Broken => ({
  take: (...asked) => whole.take(...other(...asked)),
});

const telling = (whole: RateLimiter, other: (standing: RateLimitStatus) => RateLimitStatus): Broken => ({
  take: async (...asked) => other(await whole.take(...asked)),
});

/** A limiter with one window for each bucket and one function that counts a call. */
type Count = { endsAt: number; used: number };
const counted = (take: (count: Count | undefined, window: Window, at: Instant) => Count): Broken => {
  const counts = new Map<string, Count>();
  return {
    take: async (bucket, window, at) => {
      const { endsAt, used } = take(counts.get(bucket), window, at);
      counts.set(bucket, { endsAt, used });
      const remaining = Math.max(0, window.limit - used);
      return { allowed: used <= window.limit, limit: window.limit, remaining, resetAt: endsAt as Instant };
    },
  };
};

export const limitMutants: readonly Mutant<RateLimiterHarness>[] = [
  broken('RL-01', 'reads and writes in two steps', (whole) => {
    const used = new Map<string, number>();
    return {
      take: async (bucket, window, at) => {
        const before = used.get(bucket) ?? 0;
        const { resetAt } = await whole.take(bucket, { ...window, limit: 0 }, at);
        used.set(bucket, before + 1);
        return {
          allowed: before < window.limit,
          limit: window.limit,
          remaining: Math.max(0, window.limit - before - 1),
          resetAt,
        };
      },
    };
  }),
  broken('RL-01', 'allows one too many', (whole) =>
    asking(whole, (bucket, window, at) => [bucket, { ...window, limit: window.limit + 1 }, at]),
  ),
  broken('RL-01', 'counts in each process separately', () => ({ sibling: new MemoryRateLimiter() })),
  broken('RL-01', 'treats a limit of 0 as unlimited', (whole) => ({
    take: async (bucket, window, at) => {
      const standing = await whole.take(bucket, window, at);
      return window.limit === 0 ? { ...standing, allowed: true } : standing;
    },
  })),
  broken('RL-02', 'reports the remaining count before the call', (whole) =>
    telling(whole, (standing) => (standing.allowed ? { ...standing, remaining: standing.remaining + 1 } : standing)),
  ),
  broken('RL-02', 'reports another reset time to each call', (whole) => {
    let calls = 0;
    return telling(whole, (standing) => ({ ...standing, resetAt: plus(standing.resetAt, calls++) }));
  }),
  broken('RL-02', 'reports the same remaining count to concurrent calls', (whole) => {
    let least = Number.POSITIVE_INFINITY;
    return {
      take: async (bucket, window, at) => {
        const standing = await whole.take(bucket, window, at);
        least = Math.min(least, standing.remaining);
        await Promise.resolve();
        return standing.allowed ? { ...standing, remaining: least } : standing;
      },
    };
  }),
  broken('RL-03', 'opens windows at full minutes', (whole) => ({
    take: async (bucket, window, at) => {
      const start = Math.floor(at / window.milliseconds) * window.milliseconds;
      return whole.take(bucket, window, start as Instant);
    },
  })),
  broken('RL-03', 'ends a window a millisecond late', (whole) => ({
    take: (bucket, window, at) => whole.take(bucket, window, plus(at, -1)),
  })),
  broken('RL-03', 'moves the reset time with every allowed call', () =>
    counted((count, window, at) =>
      count && at < count.endsAt
        ? { used: count.used + 1, endsAt: count.used < window.limit ? at + window.milliseconds : count.endsAt }
        : { used: 1, endsAt: at + window.milliseconds },
    ),
  ),
  broken('RL-04', 'counts refused calls too', () =>
    counted((count, window, at) =>
      count && at < count.endsAt ? { ...count, used: count.used + 1 } : { used: 1, endsAt: at + window.milliseconds },
    ),
  ),
  broken('RL-04', 'moves the reset time with every refused call', () =>
    counted((count, window, at) => {
      if (!count || at >= count.endsAt) return { used: 1, endsAt: at + window.milliseconds };
      return count.used < window.limit
        ? { ...count, used: count.used + 1 }
        : { used: count.used + 1, endsAt: at + window.milliseconds };
    }),
  ),
  broken('RL-05', 'ignores letter case', (whole) =>
    asking(whole, (bucket, window, at) => [bucket.toLowerCase(), window, at]),
  ),
  broken('RL-05', 'trims blanks', (whole) => asking(whole, (bucket, window, at) => [bucket.trim(), window, at])),
  broken('RL-05', 'normalises Unicode', (whole) =>
    asking(whole, (bucket, window, at) => [bucket.normalize(), window, at]),
  ),
  broken('RL-05', 'truncates a bucket at its first zero character', (whole) =>
    asking(whole, (bucket, window, at) => [bucket.split('\0')[0] ?? '', window, at]),
  ),
  broken('RL-05', 'truncates long buckets', (whole) =>
    asking(whole, (bucket, window, at) => [bucket.slice(0, 255), window, at]),
  ),
  broken('RL-06', 'starts a window for a call with a lagging clock', () =>
    counted((count, window, at) =>
      count && at < count.endsAt && at >= count.endsAt - window.milliseconds
        ? { ...count, used: count.used + 1 }
        : { used: 1, endsAt: at + window.milliseconds },
    ),
  ),
  broken('RL-06', 'counts calls in older windows', (whole) => ({
    take: (bucket, window, at) => whole.take(`${bucket} ${Math.floor(at / window.milliseconds)}`, window, at),
  })),
  broken('RL-06', 'forgets a window as soon as it ends', () => {
    let counts = new Map<string, { endsAt: Instant; used: number }>();
    return {
      take: async (bucket, window, at) => {
        counts = new Map([...counts].filter(([, { endsAt }]) => endsAt > at));
        const { endsAt, used } = counts.get(bucket) ?? { endsAt: plus(at, window.milliseconds), used: 0 };
        const allowed = used < window.limit;
        counts.set(bucket, { endsAt, used: allowed ? used + 1 : used });
        return { allowed, limit: window.limit, remaining: Math.max(0, window.limit - used - 1), resetAt: endsAt };
      },
    };
  }),
  broken('RL-07', 'never forgets', (whole) => {
    const seen = new Set<string>();
    return {
      take: (bucket, window, at) => {
        seen.add(bucket);
        return whole.take(bucket, window, at);
      },
      remembered: async () => seen.size,
    };
  }),
  broken('RL-09', 'believes every stored end', () =>
    counted((count, window, at) =>
      count && at < count.endsAt ? { ...count, used: count.used + 1 } : { used: 1, endsAt: at + window.milliseconds },
    ),
  ),
  broken('RL-09', 'doubts a clock that is ahead by less than clocks may differ', () =>
    counted((count, window, at) =>
      count && at < count.endsAt && count.endsAt <= at + window.milliseconds
        ? { ...count, used: count.used + 1 }
        : { used: 1, endsAt: at + window.milliseconds },
    ),
  ),
  broken('RL-09', 'gives back to a window of a clock ahead', (whole) => ({
    giveBack: async (bucket, window, at) => {
      const year = 365 * 86_400_000;
      await whole.giveBack(bucket, { ...window, milliseconds: 2 * year }, at);
      return whole.giveBack(bucket, window, at);
    },
  })),
  broken('RL-10', 'clears only the bucket of that name', (whole) => ({
    clear: async (contained) => (contained === '' ? whole.clear('') : Math.min(1, await whole.clear(`${contained}:`))),
  })),
  broken('RL-10', 'clears everything', (whole) => ({ clear: () => whole.clear('') })),
  broken('RL-10', 'clears nothing for the empty text', (whole) => ({
    clear: async (contained) => (contained === '' ? 0 : whole.clear(contained)),
  })),
  broken('RL-08', 'gives nothing back', (whole) => ({
    giveBack: (bucket, window, at) => whole.take(bucket, { ...window, limit: 0 }, at),
  })),
  broken('RL-08', 'reports more than it gave back', (whole) => ({
    giveBack: async (...asked) => {
      const state = await whole.giveBack(...asked);
      return { ...state, remaining: state.remaining + 1 };
    },
  })),
  broken('RL-08', 'gives back two calls', (whole) => ({
    giveBack: async (...asked) => {
      await whole.giveBack(...asked);
      return whole.giveBack(...asked);
    },
  })),
];
