import type { Clock } from '../http/clock.ts';

/** Milliseconds to wait for an answer of the service after an abort. */
const GRACE_MS = 5_000;

/** A signal that is aborted a while after another one: calls in progress may still be answered, and their effect is known. */
export function withGrace(signal: AbortSignal, { after }: Clock): Readonly<{ late: AbortSignal; end: () => void }> {
  const late = new AbortController();
  let cancel = (): void => undefined;
  const begin = (): void => {
    cancel = after(GRACE_MS, () => late.abort(signal.reason));
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  const end = (): void => {
    cancel();
    signal.removeEventListener('abort', begin);
  };
  return { late: late.signal, end };
}
