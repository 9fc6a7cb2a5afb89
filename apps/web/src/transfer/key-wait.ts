import { useSyncExternalStore } from 'react';

/** Shorter waits are over before they are read. */
const SHOWN_MS = 5000;
const DAY_MS = 86_400_000;

/** The end of the wait for the key service, in milliseconds; undefined without one. */
let until: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: number | undefined): void {
  until = next;
  for (const listener of listeners) listener();
}

/** Several files wait for the same limit: the latest end counts. */
export function noteKeyWait(end: number): void {
  const left = end - Date.now();
  if (left < SHOWN_MS || end <= (until ?? 0)) return;
  set(end);
  untilOver();
}

/** Looks again after a day at the latest: timers of browsers fire at once above 24 days. */
function untilOver(): void {
  clearTimeout(timer);
  const left = (until ?? 0) - Date.now();
  if (left <= 0) set(undefined);
  else timer = setTimeout(untilOver, Math.min(left, DAY_MS));
}

/** Nothing waits any more. */
export function endKeyWait(): void {
  clearTimeout(timer);
  if (until !== undefined) set(undefined);
}

export const useKeyWait = (): number | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => until,
  );
