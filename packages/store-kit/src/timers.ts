/** The monotonic clock and the timers of a runtime, which this package does not import. */
export type Timers = Readonly<{
  /** Milliseconds since any moment. */
  now: () => number;
  /** Calls `run` once, after `milliseconds`, unless the returned function is called before. */
  after: (milliseconds: number, run: () => void) => () => void;
}>;
