/**
 * Resolves when the calls of this turn of the event loop have been made, so that they can be served together.
 *
 * Requests that arrive together are read one after the other, and each makes its first call then: these calls end with the
 * phase of the event loop. Once they are served together, their next calls are made together too. Waiting for another phase
 * would let new requests in between, and split one large batch into several small ones.
 */
export const endOfTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (isTogether) {
      waiting += 1;
      process.nextTick(() => {
        waiting -= 1;
        begin(resolve);
      });
    } else setImmediate(begin, resolve);
  });

/** Whether the callbacks that run now were resolved together. */
let isTogether = false;
/** Number of batches that are served before other callbacks run. */
let waiting = 0;

function begin(resolve: () => void): void {
  isTogether = true;
  resolve();
  // Node runs all microtasks, and so all that follows from `resolve` at once, between two ticks.
  queueMicrotask(() => process.nextTick(end));
}

function end(): void {
  if (waiting === 0) isTogether = false;
}
