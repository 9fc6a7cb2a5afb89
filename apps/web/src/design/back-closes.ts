import { useEffect, useId, useRef } from 'react';

/** The layer that an entry of the history belongs to. */
const layerOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'layer' in state ? String(state.layer) : undefined;

/** Layers that are on the page. */
const open = new Set<string>();

/** Entries that were left from here, and whose events are still to come: the browser goes back some time after it is asked. */
let leaving = 0;
/** Whether the event at hand is one of them. No person went back then, so it closes nothing. */
let isOwn = false;
addEventListener('popstate', () => {
  isOwn = leaving > 0;
  if (isOwn) leaving -= 1;
});

function leave(): void {
  leaving += 1;
  history.back();
}

const isOnTop = (id: string): boolean => layerOf(history.state) === id;

/**
 * The way back closes a dialog and leaves the page below it. A dialog has an entry of the history while it is open: one that
 * follows another takes its entry over, and one that closes otherwise leaves none.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const id = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const enter = (): void => {
      const before = layerOf(history.state);
      const isLeft = before !== undefined && !open.has(before);
      open.add(id);
      if (isLeft) history.replaceState({ layer: id }, '');
      else history.pushState({ layer: id }, '');
    };
    // An entry that is made before the browser has left another one would be left with it.
    if (leaving > 0) addEventListener('popstate', enter, { once: true });
    else enter();
    const onBack = (): void => {
      if (isOwn) return;
      const top = layerOf(history.state);
      // A layer above it has closed.
      if (top !== id) close.current();
    };
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', enter);
      removeEventListener('popstate', onBack);
      open.delete(id);
      // Later, so that a dialog that follows can take the entry. A page that was gone to has another one on top.
      setTimeout(() => {
        if (isOnTop(id) && !open.has(id)) leave();
      });
    };
  }, [isOpen, id]);
}
