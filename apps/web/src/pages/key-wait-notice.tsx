import type { ReactNode } from 'react';
import { timeOfDay } from '../base/format.ts';
import { useObserved } from '../base/observed.ts';
import { Notice } from '../design/text.tsx';
import { keyWait } from '../transfer/page.ts';

/** Says until when the key service asks to wait. Nothing where it does not. */
export function KeyWaitNotice(): ReactNode {
  const until = useObserved(keyWait.until);
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
