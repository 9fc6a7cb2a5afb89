/** Maximum number of batches that are served before other callbacks run. The rounds of a request need four. */
const MAX_TOGETHER = 8;

/**
 * Resolves when the calls of this turn of the event loop have been made, so that they can be served together.
 *
 * Requests that arrive together are read one after the other, and each makes its first call then: these calls end with the
 * phase of the event loop. Once they are served together, their next calls are made together too. Waiting for another phase
 * would let new requests in between, and split one large batch into several small ones.
 */
export const endOfTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (left > 0) {
      left -= 1;
      waiting += 1;
      process.nextTick(() => {
        waiting -= 1;
        serve(resolve);
      });
    } else
      setImmediate(() => {
        left = MAX_TOGETHER;
        serve(resolve);
      });
  });

/** Number of batches that may still be served together; none while callbacks run that were not resolved together. */
let left = 0;
/** Number of batches that are due. */
let waiting = 0;

function serve(resolve: () => void): void {
  resolve();
  // Node runs all microtasks, and so all that follows from `resolve` at once, between two ticks.
  queueMicrotask(() => process.nextTick(end));
}

function end(): void {
  if (waiting === 0) left = 0;
}
