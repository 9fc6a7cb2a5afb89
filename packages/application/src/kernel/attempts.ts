import { DomainError, SECOND } from '@strongroom/domain';
import type { Window } from '@strongroom/ports';
import type { Deps } from './deps.ts';
import { TaskSlots } from './slots.ts';

/**
 * A bucket in which failed tries are counted. `sideBySide` is the number of tries of one bucket that a process checks
 * at the same time. A full bucket refuses, or delays a try by `slowedBy` milliseconds.
 */
export type AttemptBucket = Readonly<{ name: string; window: Window; sideBySide: number; slowedBy?: number }>;

/**
 * Counts failed tries only. A try is taken from its buckets before it is checked, so that concurrent tries count too,
 * and returned unless it failed. Few are checked at the same time; many correct tries wait for one another instead
 * of being counted as guesses.
 */
export const triesOver = (deps: Pick<Deps, 'limiter' | 'clock'>) => {
  const slots = new TaskSlots();

  /** Resolves to true if the try succeeds. Throws RATE_LIMIT_EXCEEDED before it is checked. */
  return async function isRight(buckets: readonly AttemptBucket[], look: () => Promise<boolean>): Promise<boolean> {
    const [first, ...rest] = buckets;
    if (first !== undefined)
      return slots.run(first.name, first.sideBySide, () => within(first, () => isRight(rest, look)));
    return look();
  };

  async function within({ name, window, slowedBy }: AttemptBucket, look: () => Promise<boolean>): Promise<boolean> {
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
      // Refused by another bucket, or not checked because of a failure: not a failed try.
      if (!isWrong) await deps.limiter.giveBack(name, window, at);
    }
  }
};
