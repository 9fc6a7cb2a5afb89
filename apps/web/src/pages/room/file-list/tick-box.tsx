import { type ReactNode, useRef } from 'react';
import { CheckMark } from '../../../design/controls.tsx';
import type { Row } from './rows.ts';

type Props = Readonly<{
  label: string;
  row: Row;
  isTicked: boolean;
  isCurrent: boolean;
  onTick: (row: Row, isRange: boolean) => void;
}>;

/** The box of a row. With Shift it ticks all rows from the last one on: a checkbox of the library does not tell that key. */
export function TickBox({ label, row, isTicked, isCurrent, onTick }: Props): ReactNode {
  const isRange = useRef(false);
  return (
    <label
      className="check"
      data-selected={isTicked || undefined}
      onPointerDown={(event) => {
        isRange.current = event.shiftKey;
      }}
    >
      <input
        type="checkbox"
        className="hidden-visually"
        aria-label={label}
        checked={isTicked}
        tabIndex={isCurrent ? 0 : -1}
        onChange={() => {
          onTick(row, isRange.current);
          isRange.current = false;
        }}
      />
      <CheckMark />
    </label>
  );
}
