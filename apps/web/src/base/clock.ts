/** Time; tests supply their own. */
export type Clock = Readonly<{
  /** Milliseconds since 1970. */
  now: () => number;
  /** Calls `ring` after that time, unless the returned function is called before. */
  after: (milliseconds: number, ring: () => void) => () => void;
}>;

const DAY_MS = 86_400_000;

/** Looks again after a day at the latest: timers of browsers fire at once above 24 days. */
export const pageClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, ring) => {
    const end = Date.now() + milliseconds;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      const left = end - Date.now();
      timer = setTimeout(left <= DAY_MS ? ring : wait, Math.min(left, DAY_MS));
    };
    wait();
    return () => clearTimeout(timer);
  },
};
