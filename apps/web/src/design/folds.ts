import { useEffect, useSyncExternalStore } from 'react';
import { isTyping } from '../base/typing.ts';
import { isLayerOpen } from './focus-back.ts';

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
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const isFor = event.key.toLowerCase() === 'b' && event.shiftKey === (part === 'tree');
      if (!isFor || !(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event) || isLayerOpen()) return;
      event.preventDefault();
      toggle(part);
    };
    // Before the control that has the focus, which may keep the key to itself.
    addEventListener('keydown', pressed, true);
    return () => removeEventListener('keydown', pressed, true);
  }, [part]);
  return { isFolded: useIsFolded(part), toggle: () => toggle(part) };
}
