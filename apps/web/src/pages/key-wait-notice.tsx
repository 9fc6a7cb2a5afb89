import type { ReactNode } from 'react';
import { useConnection } from '../base/connection.ts';
import { formatTimeOfDay } from '../base/format.ts';
import { useObserved } from '../base/observed.ts';
import { Notice } from '../design/text.tsx';
import { keyWait } from '../transfer/page.ts';

const REASONS = {
  'key-service': ['the key service', 'keys in an hour'],
  service: ['the service', 'requests in a minute'],
} as const;

/**
 * Says what transfers wait for: a key service that does not answer, or the end of a limit. Nothing where they do not wait, or
 * where the page has no connection at all, which says that itself.
 */
export function KeyWaitNotice(): ReactNode {
  const until = useObserved(keyWait.until);
  const isSilent = useObserved(keyWait.isSilent);
  const isUp = useConnection() === 'up';
  if (!isUp) return null;
  if (isSilent)
    return (
      <Notice tone="warn">
        <span role="status">
          The key service does not answer, so files cannot be opened or added at the moment. It goes on by itself when
          it answers.
        </span>
      </Notice>
    );
  if (until === undefined) return null;
  const [party, limited] = REASONS[keyWait.party];
  return (
    <Notice>
      <span role="status">
        Waiting for {party} until {formatTimeOfDay(until)}, because a person gets a limited number of {limited}. It goes
        on by itself.
      </span>
    </Notice>
  );
}
