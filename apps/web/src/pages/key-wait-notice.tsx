import type { ReactNode } from 'react';
import { timeOfDay } from '../base/format.ts';
import { useObserved } from '../base/observed.ts';
import { Notice } from '../design/text.tsx';
import { keyWait } from '../transfer/page.ts';

const REASONS = {
  'key-service': ['the key service', 'keys in an hour'],
  service: ['the service', 'requests in a minute'],
} as const;

/** Says until when the key service or the service asks to wait. Nothing where neither does. */
export function KeyWaitNotice(): ReactNode {
  const until = useObserved(keyWait.until);
  if (until === undefined) return null;
  const [party, limited] = REASONS[keyWait.party];
  return (
    <Notice>
      <span role="status">
        Waiting for {party} until {timeOfDay(until)}, because a person gets a limited number of {limited}. It goes on by
        itself.
      </span>
    </Notice>
  );
}
