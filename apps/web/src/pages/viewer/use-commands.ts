import { useEffect, useRef } from 'react';
import { type Command, commandOf } from './viewer-keys.ts';

/** Calls `run` with the command of a key that is pressed in the window. It returns whether it did it. */
export function useCommands(run: (command: Command) => boolean): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, [role=listbox]') !== null;
      const command = commandOf(event, isTyping);
      if (command !== undefined && latest.current(command)) event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
