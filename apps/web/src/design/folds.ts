import { useSyncExternalStore } from 'react';
import { usePageKeys } from './page-keys.ts';

/** The menu of the application, and the tree of the folders of a room. */
type Foldable = 'menu' | 'tree';

const listeners = new Set<() => void>();
const placeOf = (part: Foldable): string => `folded-${part}`;
const isFolded = (part: Foldable): boolean => localStorage.getItem(placeOf(part)) !== null;

function toggle(part: Foldable): void {
  if (isFolded(part)) localStorage.removeItem(placeOf(part));
  else localStorage.setItem(placeOf(part), 'yes');
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a part of the frame is folded, as the browser remembers it. */
export const useIsFolded = (part: Foldable): boolean => useSyncExternalStore(subscribe, () => isFolded(part));

/** Folds a part of the frame by its button and by Ctrl+B, with Shift for the tree. */
export function useFold(part: Foldable): Readonly<{ isFolded: boolean; toggle: () => void }> {
  usePageKeys((event) => {
    const isFor = event.key.toLowerCase() === 'b' && event.shiftKey === (part === 'tree');
    if (!isFor || !(event.ctrlKey || event.metaKey) || event.altKey) return false;
    toggle(part);
    return true;
  });
  return { isFolded: useIsFolded(part), toggle: () => toggle(part) };
}
