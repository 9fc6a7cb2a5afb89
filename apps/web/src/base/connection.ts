import { ObservedValue, useObserved } from './observed.ts';
import { ownFetch } from './own-fetch.ts';

export type Connection = 'up' | 'restarting' | 'down' | 'offline';

const PROBE_MS = 2000;

const state = new ObservedValue<Connection>(navigator.onLine ? 'up' : 'offline');
let isProbing = false;

/** Called with the outcome of every request. While the service is away it is asked again every two seconds. */
export function reportConnection(next: Connection): void {
  if (next !== 'up' && !isProbing) {
    isProbing = true;
    setTimeout(() => void probe(), PROBE_MS);
  }
  if (next === state.value) return;
  state.value = next;
  state.draw();
}

async function probe(): Promise<void> {
  isProbing = false;
  // A proxy keeps /readyz inside. Whose session has ended learns it by the next request.
  const isReady = await ownFetch(`${location.origin}/api/v1/me`, { cache: 'no-store' }).then(
    ({ status }) => (status < 500 ? 'up' : 'restarting'),
    () => 'down' as const,
  );
  reportConnection(navigator.onLine ? isReady : 'offline');
}

addEventListener('offline', () => reportConnection('offline'));
addEventListener('online', () => void probe());

/** Calls back when the service is there again. */
export function onReturn(callback: () => void): () => void {
  let before = state.value;
  return state.subscribe(() => {
    if (state.value === 'up' && before !== 'up') callback();
    before = state.value;
  });
}

/** Asks the service at once, and resolves when it answers. */
export async function whenUp(): Promise<void> {
  await probe();
  if (state.value === 'up') return;
  await new Promise<void>((resolve) => {
    const stop = onReturn(() => {
      stop();
      resolve();
    });
  });
}

export const useConnection = (): Connection => useObserved(state);
