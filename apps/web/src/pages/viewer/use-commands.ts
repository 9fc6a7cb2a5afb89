import { useEffect, useRef } from 'react';
import { ObservedValue } from '../../base/observed.ts';
import { isDialogOpen } from '../../design/focus-back.ts';
import { commandOf, type ViewerCommand } from './viewer-keys.ts';

type Run = (command: ViewerCommand) => boolean;

const shown = new Set<Run>();
/** Number of the parts of the viewer that are on their way: the content, its view, and what the view makes of it. */
export const partsAwaited = new ObservedValue(0);
/** Commands for a file that is not shown yet. */
let kept: ViewerCommand[] = [];

/** Gives a command to all that is shown. Returns whether it was done, or is kept for a part on its way. */
export function runCommand(given: ViewerCommand): boolean {
  if ([...shown].map((run) => run(given)).includes(true)) return true;
  if (partsAwaited.value === 0) return false;
  kept.push(given);
  return true;
}

export function forgetKeptCommands(): void {
  kept = [];
}

function giveKept(): void {
  if (partsAwaited.value > 0) return;
  const given = kept;
  kept = [];
  for (const command of given) runCommand(command);
}

/** While `isAwaited`, commands that nothing does are kept. They are given once all parts are there. */
export function useAwaited(isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited) return undefined;
    const change = (by: number): void => {
      partsAwaited.value += by;
      partsAwaited.draw();
    };
    change(1);
    return () => {
      change(-1);
      // The next part is awaited by then, or the last one takes commands.
      queueMicrotask(giveKept);
    };
  }, [isAwaited]);
}

function pressed(event: KeyboardEvent): void {
  if (isDialogOpen()) return;
  const { target } = event;
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, [role=listbox]') !== null;
  const wanted = commandOf(event, isTyping);
  if (wanted !== undefined && runCommand(wanted)) event.preventDefault();
}

/** Calls `run` with the command of a key that is pressed in the window. It returns whether it did it. */
export function useCommands(run: Run): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const commanded: Run = (given) => latest.current(given);
    if (shown.size === 0) addEventListener('keydown', pressed);
    shown.add(commanded);
    return () => {
      shown.delete(commanded);
      if (shown.size === 0) removeEventListener('keydown', pressed);
    };
  }, []);
}
