import { type ReactNode, useState } from 'react';
import { plural } from '../base/format.ts';
import { Notice } from '../design/text.tsx';

type KeptAddresses = Readonly<{
  /** All addresses in the dialog. */
  words: readonly string[];
  /** Addresses that an attempt has left, with the reasons beside them; undefined before the first one. */
  left: readonly string[] | undefined;
  /** The word for what was to be done with them. */
  done: 'added' | 'invited';
  onClose: () => void;
}>;

/** Asks once before a dialog is left in which addresses are typed. */
export function useKeptAddresses({ words, left, done, onClose }: KeptAddresses) {
  const [isLeaving, setLeaving] = useState(false);
  const typed = words.filter((word) => left?.includes(word) !== true).length;
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
    /** The name of the button that leaves. */
    way: isAsking
      ? `Leave without ${done === 'added' ? 'adding' : 'inviting'}`
      : left === undefined
        ? 'Cancel'
        : 'Done',
    question,
  };
}
