import { type ReactNode, useRef } from 'react';
import { CheckMark } from './controls.tsx';

type Props<T> = Readonly<{
  label: string;
  row: T;
  isTicked: boolean;
  /** Whether the Tab key leads to it. */
  isCurrent?: boolean;
  onTick: (row: T, isRange: boolean) => void;
}>;

/** The box of a row. With Shift it ticks all rows from the last one on: a checkbox of the library does not tell that key. */
export function TickBox<T>({ label, row, isTicked, isCurrent = true, onTick }: Props<T>): ReactNode {
  const isRange = useRef(false);
  return (
    <label
      className="check"
      data-selected={isTicked || undefined}
      onMouseDown={(event) => {
        isRange.current = event.shiftKey;
        // Shift would mark the text of the rows, and a label within marked text does not press its box.
        if (event.shiftKey) event.preventDefault();
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
