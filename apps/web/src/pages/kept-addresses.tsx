import { type ReactNode, useState } from 'react';
import { plural } from '../base/format.ts';
import { Notice } from '../design/text.tsx';

type KeptAddresses = Readonly<{
  /** Number of addresses that would be lost. */
  typed: number;
  /** The word for what was to be done with them. */
  done: 'added' | 'invited';
  onClose: () => void;
}>;

/** Asks once before a dialog is left in which addresses are typed. */
export function useKeptAddresses({ typed, done, onClose }: KeptAddresses) {
  const [isLeaving, setLeaving] = useState(false);
  const isAsking = typed > 0 && isLeaving;
  const question: ReactNode = isAsking && (
    <Notice tone="warn" isUrgent>
      {plural(typed, 'address is', 'addresses are')} typed here and not {done}. Press Escape or the button once more to
      leave without {typed === 1 ? 'it' : 'them'}.
    </Notice>
  );
  return {
    leave: (): void => (typed > 0 && !isLeaving ? setLeaving(true) : onClose()),
    /** More is typed. */
    stay: (): void => setLeaving(false),
    isAsking,
    question,
  };
}
