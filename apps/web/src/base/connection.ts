import { ObservedValue, useObserved } from './observed.ts';
import { ownFetch } from './own-fetch.ts';

export type Connection = 'up' | 'restarting' | 'down' | 'offline';

const PROBE_MS = 2000;

const state = new ObservedValue<Connection>(navigator.onLine ? 'up' : 'offline');
let nextProbe: ReturnType<typeof setTimeout> | undefined;

function become(next: Connection): void {
  if (next !== 'up') nextProbe ??= setTimeout(() => void probe(), PROBE_MS);
  if (next === state.value) return;
  state.value = next;
  state.draw();
}

/**
 * Called with each request that fails. While the service is away it is asked again every two seconds, and no other answer
 * ends this state: where one address alone fails, the answers of the others would begin it again at once.
 */
export const reportFailure = (failure: 'restarting' | 'down'): void => become(failure);

async function probe(): Promise<void> {
  clearTimeout(nextProbe);
  nextProbe = undefined;
  // A proxy keeps /readyz inside. A person whose session has ended learns it by the next request.
  const isReady = await ownFetch(`${location.origin}/api/v1/me`, { cache: 'no-store' }).then(
    ({ status }) => (status < 500 ? 'up' : 'restarting'),
    () => 'down' as const,
  );
  become(navigator.onLine ? isReady : 'offline');
}

addEventListener('offline', () => become('offline'));
addEventListener('online', () => void probe());

/** Calls back when the service is there again. */
export function onReturn(callback: () => void): () => void {
  let before = state.value;
  return state.subscribe(() => {
    if (state.value === 'up' && before !== 'up') callback();
    before = state.value;
  });
}

const PAUSE_MS = 1000;

/** Resolves when the service answers, but not before a short pause: an address may fail while others answer. */
export async function whenUpAgain(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  await whenUp();
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

export const isConnected = (): boolean => state.value === 'up';

export const useConnection = (): Connection => useObserved(state);
