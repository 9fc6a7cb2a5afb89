import { SECOND } from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import { type ClockVerdict, judgeClock } from '../steps/clock/known-time.ts';

/** Milliseconds of an offset that is worth a warning. */
const WORTH_WARNING = 2 * SECOND;
/** Looks of one minute each: a day, and an hour for clocks that differ. */
const LOOKS_OF_A_DAY = 25 * 60;

type ClockWatchDeps = Pick<Deps, 'documents' | 'clock' | 'log'>;

/** `maySweep`: things that live for a day at most. `mayEndTerms`: those with a term of days, months or years. */
export type TimedWork = Readonly<{ maySweep: boolean; mayEndTerms: boolean }>;

/**
 * Compares the clock of this process with a second one, before time alone ends something for good, and logs a change.
 * Nothing is erased while they differ. Uploads and answers that live for a day at most are swept again after a day of looks,
 * which the offset of a clock cannot shorten: they are old by then, whatever the time is.
 */
export class ClockWatch {
  readonly #deps: ClockWatchDeps;
  #verdict: ClockVerdict | undefined;
  #isWarned = false;
  #looks = 0;

  constructor(deps: ClockWatchDeps) {
    this.#deps = deps;
  }

  /** Seconds by which the clock is ahead of the database's; undefined before the first look, or without a second clock. */
  get offsetSeconds(): number | undefined {
    const offset = this.#verdict?.offset;
    return offset === undefined ? undefined : offset / SECOND;
  }

  /** Throws Unavailable. */
  async look(): Promise<TimedWork> {
    const before = this.#verdict?.verdict ?? 'agrees';
    this.#verdict = await judgeClock(this.#deps);
    const { verdict } = this.#verdict;
    if (verdict !== before) this.#tell(this.#verdict);
    this.#warn(this.#verdict);
    this.#looks = verdict === 'agrees' ? 0 : this.#looks + 1;
    return { maySweep: verdict === 'agrees' || this.#looks > LOOKS_OF_A_DAY, mayEndTerms: verdict === 'agrees' };
  }

  #tell({ verdict, offset, now, known }: ClockVerdict): void {
    const { log } = this.#deps;
    if (verdict === 'agrees') log.info('the clock agrees again');
    else if (verdict === 'differs-from-database')
      log.error('the clock differs from that of the database: nothing is erased and swept until they agree', {
        offset_seconds: (offset ?? 0) / SECOND,
      });
    else
      log.error(
        'the clock is far ahead of the last time that this store knows: nothing is erased and swept; if it is right, run `strongroom-admin clock --confirm`',
        { seconds_ahead: Math.round((now - known) / SECOND) },
      );
  }

  #warn({ verdict, offset = 0 }: ClockVerdict): void {
    const isOff = verdict === 'agrees' && Math.abs(offset) > WORTH_WARNING;
    if (isOff && !this.#isWarned)
      this.#deps.log.warn('the clock differs from that of the database', { offset_seconds: offset / SECOND });
    this.#isWarned = isOff;
  }
}
