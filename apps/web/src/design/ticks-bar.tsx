import type { ReactNode } from 'react';
import { Button } from './controls.tsx';
import { useRowsBelow } from './pointer-acts.ts';

type Props = Readonly<{
  label: string;
  /** The number of ticked rows: "3 files selected". */
  said: string;
  /** A button that ticks more. */
  more?: ReactNode;
  onClear: () => void;
  /** Buttons that act on the ticked rows. */
  children: ReactNode;
}>;

/** Below a list, over its last rows: nothing moves under the pointer when it comes. */
export const TicksBar = ({ label, said, more, onClear, children }: Props): ReactNode => (
  <div className="row selection" role="toolbar" aria-label={label} {...useRowsBelow()}>
    <strong role="status">{said}</strong>
    {more}
    <Button kind="quiet" onPress={onClear}>
      Clear
    </Button>
    <div className="selection-deeds">{children}</div>
  </div>
);
