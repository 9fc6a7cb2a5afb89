import type { ReactNode } from 'react';
import type { Connection } from '../base/connection.ts';
import { Notice } from '../design/text.tsx';

const SENTENCES: Readonly<Record<Exclude<Connection, 'up'>, string>> = {
  offline: 'You are offline. What you see is from before, and nothing can be changed until the connection is back.',
  down: 'Strongroom cannot be reached. This page tries again every two seconds.',
  restarting: 'Strongroom is starting again. This page goes on by itself in a moment.',
};

/** Says that the service cannot be used at the moment; nothing while it can. */
export const ConnectionNotice = ({ connection }: Readonly<{ connection: Connection }>): ReactNode =>
  connection === 'up' ? null : <Notice tone="warn">{SENTENCES[connection]}</Notice>;
