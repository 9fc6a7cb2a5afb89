import type { ReactNode } from 'react';
import type { Connection } from '../base/connection.ts';
import { partsWaiting } from '../base/later.ts';
import { useObserved } from '../base/observed.ts';
import { Notice } from '../design/text.tsx';

const SENTENCES: Readonly<Record<Exclude<Connection, 'up'>, string>> = {
  offline: 'You are offline. Nothing can be changed until the connection is back. Files that you add wait for it.',
  down: 'Strongroom cannot be reached. This page tries again every two seconds.',
  restarting: 'Strongroom is starting again. This page goes on by itself in a moment.',
};

/** Says that the service cannot be used at the moment; nothing while it can. */
export function ConnectionNotice({ connection }: Readonly<{ connection: Connection }>): ReactNode {
  const waiting = useObserved(partsWaiting);
  if (connection === 'up') return null;
  return (
    <Notice tone="warn">
      {SENTENCES[connection]}
      {waiting > 0 && ' What you opened comes then.'}
    </Notice>
  );
}
