import { useEffect, useId, useRef } from 'react';
import { isOwnEvent, leaveEntry, whenEntriesLeft } from '../base/leaving.ts';

/** The layer that an entry of the history belongs to. */
const layerOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'layer' in state ? String(state.layer) : undefined;

/** Layers that are on the page. */
const open = new Set<string>();

/** Leaves the entries on top whose layers have closed: one that closed below another left its entry there. */
function leaveClosed(): void {
  const top = layerOf(history.state);
  if (top === undefined || open.has(top)) return;
  leaveEntry();
  whenEntriesLeft(leaveClosed);
}

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
    const takeBack = whenEntriesLeft(enter);
    const onBack = (): void => {
      if (isOwnEvent()) return;
      const top = layerOf(history.state);
      // A layer above it has closed.
      if (top !== id) close.current();
    };
    addEventListener('popstate', onBack);
    return () => {
      takeBack();
      removeEventListener('popstate', onBack);
      open.delete(id);
      // Later, so that a dialog that follows can take the entry. A page that was gone to has another one on top.
      setTimeout(() => whenEntriesLeft(leaveClosed), 0);
    };
  }, [isOpen, id]);
}
