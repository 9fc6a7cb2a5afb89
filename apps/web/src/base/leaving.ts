/** Entries of the history that were left from here, and whose events are still to come: the browser goes back some time after it is asked. */
let leaving = 0;
let isOwn = false;
let isListening = false;

function count(): void {
  isOwn = leaving > 0;
  if (isOwn) leaving -= 1;
}

/** Leaves the entry on top by code: no person pressed the back button. */
export function leaveEntry(): void {
  // Runs before the listeners that call `isOwnEvent`, which are added when a dialog opens.
  if (!isListening) addEventListener('popstate', count, { capture: true });
  isListening = true;
  leaving += 1;
  history.back();
}

/** Whether the event of the history at hand comes from `leaveEntry`. */
export const isOwnEvent = (): boolean => isOwn;

/**
 * Does something to the history, now or once the browser has left what it was asked to leave: an entry that is made before
 * that would be left with it. Returns a function that takes it back.
 */
export function whenEntriesLeft(work: () => void): () => void {
  if (leaving === 0) {
    work();
    return () => undefined;
  }
  const look = (): void => {
    if (leaving > 0) return;
    removeEventListener('popstate', look);
    work();
  };
  addEventListener('popstate', look);
  return () => removeEventListener('popstate', look);
}
