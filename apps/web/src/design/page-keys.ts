import { useEffect, useRef } from 'react';
import { isTyping } from '../base/typing.ts';
import { isLayerOpen } from './focus-back.ts';

/**
 * Calls `run` with each key that is pressed, as long as nothing lies over the page and no field is typed in. It returns whether it
 * did something; then no one else gets the key.
 */
export function usePageKeys(run: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!isLayerOpen() && !isTyping(event) && latest.current(event)) event.preventDefault();
    };
    // Before what has the focus, which may close a layer by this key or keep the key to itself.
    addEventListener('keydown', pressed, true);
    return () => removeEventListener('keydown', pressed, true);
  }, []);
}
