/** Milliseconds to wait for an answer of the service after an abort. */
const GRACE_MS = 5_000;

/** Aborted a while after another signal: calls in progress may still be answered, and their effect is known. */
export function withGrace(signal: AbortSignal): AbortSignal {
  const late = new AbortController();
  const begin = () => setTimeout(() => late.abort(signal.reason), GRACE_MS).unref();
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return late.signal;
}
