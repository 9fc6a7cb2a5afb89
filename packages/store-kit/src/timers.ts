/** A monotonic clock and timers; `systemTimers` are those of the runtime. */
export type Timers = Readonly<{
  /** Milliseconds since an arbitrary moment. */
  now: () => number;
  /** Calls `run` once, after `milliseconds`, unless the returned function is called before. */
  after: (milliseconds: number, run: () => void) => () => void;
}>;

export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
