import { useEffect, useRef, useState } from 'react';

type Dropped = Readonly<{
  isDropped: boolean;
  error: unknown;
  isReading: boolean;
  /** Whether all that was dropped lies at the target already. */
  isThere: boolean;
  /** Whether a person has nothing to decide: no name is taken, and the same people see what moves. */
  isClear: boolean;
  onMove: () => void;
  onClose: () => void;
}>;

/** Whether a move needs the dialog. What was dropped moves at once where a person has nothing to decide. */
export function useQuestion({ isDropped, error, isReading, isThere, isClear, onMove, onClose }: Dropped): boolean {
  const [isAsking, ask] = useState(!isDropped);
  const isDecided = useRef(false);
  useEffect(() => {
    if (error !== null) ask(true);
    if (isAsking || isReading || isDecided.current) return;
    isDecided.current = true;
    if (isThere) onClose();
    else if (isClear) onMove();
    else ask(true);
  }, [error, isReading]);
  return isAsking;
}
