import { type Instant, MINUTE, type UserId } from '@strongroom/domain';
import { isOver } from '@strongroom/ports';

/** Denials of a user that a process records one by one in a minute. */
const DENIALS_PER_MINUTE = 60;

type Window = { since: Instant; recorded: number; counted: number };

/** The number of denials of a user that have no event of their own. */
export type CountedDenials = Readonly<{ userId: UserId; count: number }>;

/** Decides which denials get an event of their own, and counts the others. For one process. */
export class Denials {
  readonly #windows = new Map<UserId, Window>();
  readonly #perMinute: number;

  constructor(perMinute = DENIALS_PER_MINUTE) {
    this.#perMinute = perMinute;
  }

  /** Takes one event of the minute of a user, which begins with their first denial; false if there is none left. */
  mayRecord(userId: UserId, now: Instant): boolean {
    const window = this.#windows.get(userId) ?? { since: now, recorded: 0, counted: 0 };
    this.#windows.set(userId, window);
    if (isOver(window.since + MINUTE, MINUTE, now)) {
      window.since = now;
      window.recorded = 0;
    }
    if (window.recorded >= this.#perMinute) return false;
    window.recorded++;
    return true;
  }

  count({ userId, count }: CountedDenials): void {
    const window = this.#windows.get(userId);
    if (window !== undefined) window.counted += count;
  }

  /** The counts since the last call. Forgets users whose minute is over. */
  drain(now: Instant): readonly CountedDenials[] {
    const counted: CountedDenials[] = [];
    for (const [userId, window] of this.#windows) {
      if (window.counted > 0) counted.push({ userId, count: window.counted });
      else if (isOver(window.since + MINUTE, MINUTE, now)) this.#windows.delete(userId);
      window.counted = 0;
    }
    return counted;
  }
}
