import { useSyncExternalStore } from 'react';
import { ownFetch } from './own-fetch.ts';

export type Connection = 'up' | 'restarting' | 'down' | 'offline';

const PROBE_MS = 2000;

let state: Connection = navigator.onLine ? 'up' : 'offline';
const listeners = new Set<() => void>();
let isProbing = false;

/** Called with the outcome of every request. While the service is away it is asked again every two seconds. */
export function report(next: Connection): void {
  if (next !== 'up' && !isProbing) {
    isProbing = true;
    setTimeout(() => void probe(), PROBE_MS);
  }
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

async function probe(): Promise<void> {
  isProbing = false;
  // A proxy keeps /readyz inside. Whose session has ended learns it by the next request.
  const isReady = await ownFetch(`${location.origin}/api/v1/me`, { cache: 'no-store' }).then(
    ({ status }) => (status < 500 ? 'up' : 'restarting'),
    () => 'down' as const,
  );
  report(navigator.onLine ? isReady : 'offline');
}

addEventListener('offline', () => report('offline'));
addEventListener('online', () => void probe());

/** Calls back when the service is there again. */
export function onReturn(callback: () => void): () => void {
  let before = state;
  const listener = (): void => {
    if (state === 'up' && before !== 'up') callback();
    before = state;
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the service at once, and resolves when it answers. */
export async function whenUp(): Promise<void> {
  await probe();
  if (state === 'up') return;
  await new Promise<void>((resolve) => {
    const stop = onReturn(() => {
      stop();
      resolve();
    });
  });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => state);
