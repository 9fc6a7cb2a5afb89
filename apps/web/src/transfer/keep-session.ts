import { meQuery, queries } from '../base/queries.ts';

/** Milliseconds. A third of the time after which the service ends a session that is not used: two uses may get lost. */
const USE_AGAIN_MS = 10 * 60_000;

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Uses the session from time to time, as long as it is needed: a limit of the key service can make files wait for longer than
 * an unused session lasts. It still ends twelve hours after its start.
 */
export function keepSession(isNeeded: boolean): void {
  if (!isNeeded) {
    clearInterval(timer);
    timer = undefined;
  } else
    timer ??= setInterval(() => void queries.refetchQueries({ queryKey: meQuery.queryKey, exact: true }), USE_AGAIN_MS);
}
