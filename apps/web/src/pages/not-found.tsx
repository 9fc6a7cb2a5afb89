import type { ReactNode } from 'react';
import { Empty } from '../design/text.tsx';

type Props = Readonly<{ to?: string | undefined; way?: string }>;

/** `to`: inside another page, the way back to its beginning. */
export const NotFound = ({ to, way = 'Go to your rooms' }: Props): ReactNode => (
  <Empty
    icon="search"
    isPage={to === undefined}
    title="There is nothing at this address"
    action={
      <a className="button" href={to ?? '/rooms'}>
        {way}
      </a>
    }
  >
    The address may be mistyped, or it leads to something that was deleted or that you may not see.
  </Empty>
);
