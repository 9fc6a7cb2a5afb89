type Clock = () => number;

/**
 * Time for several searches: each may take an equal part of what the earlier ones left. It goes by the processor, so that a busy
 * machine searches as far as an idle one, and by the clock on the wall, so that it ends.
 */
export class TimeShares {
  readonly #clocks: readonly Readonly<{ clock: Clock; end: number }>[];
  #waiting: number;

  /** `limits`: each clock, with its milliseconds for all searches. */
  constructor(searches: number, limits: readonly (readonly [Clock, number])[]) {
    this.#waiting = searches;
    this.#clocks = limits.map(([clock, milliseconds]) => ({ clock, end: clock() + milliseconds }));
  }

  /** Begins the next search. Returns whether it may go on. */
  next(): () => boolean {
    const waiting = Math.max(1, this.#waiting--);
    const ends = this.#clocks.map(({ clock, end }) => ({ clock, end: clock() + (end - clock()) / waiting }));
    return () => ends.every(({ clock, end }) => clock() < end);
  }
}

/** Milliseconds of the processor that this process has used. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
