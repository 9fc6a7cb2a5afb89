import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { cellsOf, separatorOf, startsOfRows } from './csv-rows.ts';
import { Grid } from './grid.tsx';
import type { HighlightedText } from './highlit.tsx';
import { rowAt } from './text-rows.ts';
import type { Scroller } from './virtual-rows.tsx';

type Props = Readonly<{ text: string; marked: HighlightedText; zoom: number }>;

/** A CSV text as a table with all of its rows. */
export function CsvTable({ text, marked, zoom }: Props): ReactNode {
  const separator = useMemo(() => separatorOf(text), [text]);
  const starts = useMemo(() => startsOfRows(text, separator), [text, separator]);
  const scroller = useRef<Scroller>(null);
  const line = useCallback(
    (row: number): readonly string[] =>
      row + 1 < starts.length ? cellsOf(text, starts[row] ?? 0, starts[row + 1] ?? 0, separator) : [],
    [text, starts, separator],
  );
  const cells = useCallback((row: number) => line(row + 1), [line]);
  const head = useCallback(() => line(0), [line]);
  const current = useMemo(() => {
    if (marked.offset === undefined) return undefined;
    const row = rowAt(starts, marked.offset);
    // The cells of the row up to the place: the last one ends there.
    const before = cellsOf(text, starts[row] ?? 0, marked.offset, separator);
    return { row: row - 1, column: before.length - 1, offset: before.at(-1)?.length ?? 0 };
  }, [marked.offset, starts]);
  useEffect(() => {
    if (marked.offset !== undefined) scroller.current?.show(rowAt(starts, marked.offset) - 1);
  }, [marked.offset, starts]);
  return (
    <div className="viewer-space">
      <Grid
        label="Table"
        count={Math.max(0, starts.length - 2)}
        cells={cells}
        head={head}
        zoom={zoom}
        from={2}
        sought={marked.sought}
        current={current}
        scroller={scroller}
      />
    </div>
  );
}
