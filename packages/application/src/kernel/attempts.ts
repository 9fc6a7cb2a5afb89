import { DomainError, SECOND } from '@strongroom/domain';
import type { Window } from '@strongroom/ports';
import type { Deps } from './deps.ts';
import { Slots } from './slots.ts';

/**
 * What failures are counted in. `sideBySide`: how many tries of one bucket a process looks at at the same time. A full
 * bucket refuses, or only slows a try down by `slowedBy` milliseconds.
 */
export type Bucket = Readonly<{ name: string; window: Window; sideBySide: number; slowedBy?: number }>;

/**
 * Counts wrong tries, and those only. A try is taken from its buckets before it is looked at, so that tries at the same
 * time count too, and given back unless it was wrong. Few are looked at side by side: many right ones at the same time
 * wait for one another, and are not taken for many guesses.
 */
export const triesOver = (deps: Pick<Deps, 'limiter' | 'clock'>) => {
  const slots = new Slots();

  /** True when it was right. Throws RATE_LIMIT_EXCEEDED, without having looked. */
  return async function isRight(buckets: readonly Bucket[], look: () => Promise<boolean>): Promise<boolean> {
    const [first, ...rest] = buckets;
    if (first !== undefined)
      return slots.run(first.name, first.sideBySide, () => within(first, () => isRight(rest, look)));
    return look();
  };

  async function within({ name, window, slowedBy }: Bucket, look: () => Promise<boolean>): Promise<boolean> {
    const at = deps.clock.now();
    const standing = await deps.limiter.take(name, window, at);
    if (!standing.allowed && slowedBy === undefined)
      throw new DomainError('RATE_LIMIT_EXCEEDED', { retryAfter: Math.ceil((standing.resetAt - at) / SECOND) });
    if (!standing.allowed) {
      await deps.clock.pause(slowedBy ?? 0);
      return look();
    }
    let isWrong = false;
    try {
      isWrong = !(await look());
      return !isWrong;
    } finally {
      // Refused by another bucket, or not looked at because something is down: that was no wrong try.
      if (!isWrong) await deps.limiter.giveBack(name, window, at);
    }
  }
};
