import { type Attempt } from './call-guard.ts';

export type RetryOptions = Readonly<{
  attempt: Attempt;
  /** Whether the call that threw may be repeated. */
  mayBeRepeated: (error: unknown) => boolean;
  /** Resolves when the next try is due, after `failures` in a row. */
  pause: (failures: number) => Promise<unknown>;
}>;

/** Repeats `ask` until the deadline while that is allowed. Throws the last error. */
export const retryWithin = <T>(options: RetryOptions, ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => retryAfter(error, options, ask));

async function retryAfter<T>(
  first: unknown,
  { attempt, mayBeRepeated, pause }: RetryOptions,
  ask: () => Promise<T>,
): Promise<T> {
  let error = first;
  for (let failures = 1; ; failures += 1) {
    attempt.note?.(error);
    if (!mayBeRepeated(error) || attempt.isOver()) throw error;
    await pause(failures);
    if (attempt.isOver()) throw error;
    try {
      return await ask();
    } catch (next) {
      error = next;
    }
  }
}
