import type { ReactNode } from 'react';
import { timeOfDay } from '../base/format.ts';
import { Notice } from '../design/text.tsx';
import { useKeyWait } from '../transfer/key-wait.ts';

/** Says until when the key service asks to wait. Nothing where it does not. */
export function KeyWaitNotice(): ReactNode {
  const until = useKeyWait();
  if (until === undefined) return null;
  return (
    <Notice>
      <span role="status">
        Waiting for the key service until {timeOfDay(until)}, because a person gets a limited number of keys in an hour.
        It goes on by itself.
      </span>
    </Notice>
  );
}
