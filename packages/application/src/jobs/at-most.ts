import { plus, SECOND } from '@strongroom/domain';
import type { Clock } from '@strongroom/ports';

type Outcome = Readonly<{ isDone: boolean; failure?: Readonly<{ error: unknown }> }>;

/**
 * Waits for work, for that many milliseconds at most, and returns whether it is done. In short pauses: a long one would keep
 * a process that stops alive. Rejects with the error of the work; an error after the wait is dropped.
 */
export async function atMost(
  clock: Pick<Clock, 'now' | 'pause'>,
  milliseconds: number,
  work: Promise<unknown>,
): Promise<boolean> {
  const due = plus(clock.now(), milliseconds);
  const finished: Promise<Outcome> = work.then(
    () => ({ isDone: true }),
    (error: unknown) => ({ isDone: false, failure: { error } }),
  );
  for (;;) {
    const paused: Promise<Outcome> = clock.pause(SECOND).then(() => ({ isDone: false }));
    const { isDone, failure } = await Promise.race([finished, paused]);
    if (failure !== undefined) throw failure.error;
    if (isDone || clock.now() >= due) return isDone;
  }
}
