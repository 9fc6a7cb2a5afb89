import { useEffect, useRef } from 'react';
import { isDialogOpen } from '../../design/focus-back.ts';
import { commandOf, type ViewerCommand } from './viewer-keys.ts';

type Run = (command: ViewerCommand) => boolean;

const shown = new Set<Run>();

/** Gives a command that no key was pressed for, such as a swipe, to all that is shown. Returns whether it was done. */
export const runCommand = (given: ViewerCommand): boolean => [...shown].map((run) => run(given)).includes(true);

/** Calls `run` with the command of a key that is pressed in the window. It returns whether it did it. */
export function useCommands(run: Run): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const commanded: Run = (given) => latest.current(given);
    const pressed = (event: KeyboardEvent): void => {
      if (isDialogOpen()) return;
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, [role=listbox]') !== null;
      const wanted = commandOf(event, isTyping);
      if (wanted !== undefined && commanded(wanted)) event.preventDefault();
    };
    shown.add(commanded);
    addEventListener('keydown', pressed);
    return () => {
      shown.delete(commanded);
      removeEventListener('keydown', pressed);
    };
  }, []);
}
