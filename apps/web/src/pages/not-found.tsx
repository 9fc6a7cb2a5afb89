import type { ReactNode } from 'react';
import { Empty } from '../design/text.tsx';

export const NotFound = (): ReactNode => (
  <Empty
    icon="search"
    isPage
    title="There is nothing at this address"
    action={
      <a className="button" href="/rooms">
        Go to your rooms
      </a>
    }
  >
    The address may be mistyped, or it leads to something that was deleted or that you may not see.
  </Empty>
);
