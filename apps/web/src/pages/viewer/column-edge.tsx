import { type MouseEvent, type PointerEvent, type ReactNode, useState } from 'react';

const [LEAST, MOST] = [24, 1200] as const;
/** Pixels beside the text of a cell. */
const BESIDE = 18;
/** The longest texts of a column, of which the widest one counts. */
const MEASURED = 50;

type Widths = ReadonlyMap<number, number>;

/** The widths of sheets that are left for another one. */
const KEPT = new WeakMap<object, Widths>();

/** Widths of columns in real size by their numbers, where a person has changed them in a table. */
export function useWidths(table: object) {
  const [own, setOwn] = useState<Widths>(KEPT.get(table) ?? new Map());
  const change = (column: number, width: number): void => {
    const next = new Map(own).set(column, Math.round(Math.min(MOST, Math.max(LEAST, width))));
    KEPT.set(table, next);
    setOwn(next);
  };
  return { own, change };
}

type Props = Readonly<{
  /** The width in real size. */
  width: number;
  zoom: number;
  /** The texts of the column, its head included. */
  texts: () => readonly string[];
  onChange: (width: number) => void;
}>;

/** The edge of a column: dragged, or pressed twice to fit the column to its texts. */
export function ColumnEdge({ width, zoom, texts, onChange }: Props): ReactNode {
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    const { currentTarget, pointerId, clientX } = event;
    const edge: HTMLElement = currentTarget;
    edge.setPointerCapture(pointerId);
    const ended = new AbortController();
    const { signal } = ended;
    edge.addEventListener('pointermove', (moved) => onChange(width + (moved.clientX - clientX) / zoom), { signal });
    for (const name of ['pointerup', 'pointercancel'] as const)
      edge.addEventListener(name, () => ended.abort(), { signal });
  };
  const fit = ({ currentTarget }: MouseEvent): void => {
    const drawing = new OffscreenCanvas(1, 1).getContext('2d');
    if (drawing === null) return;
    const { fontFamily, fontSize } = getComputedStyle(currentTarget);
    // A bold text is the widest.
    drawing.font = `600 ${Number.parseFloat(fontSize) / zoom}px ${fontFamily}`;
    const longest = texts()
      .toSorted((one, other) => other.length - one.length)
      .slice(0, MEASURED);
    onChange(Math.max(...longest.map((text) => drawing.measureText(text).width)) + BESIDE);
  };
  return (
    <span
      className="column-edge"
      aria-hidden="true"
      title="Drag to change the width. Press twice to fit it to the texts."
      onPointerDown={drag}
      onDoubleClick={fit}
    />
  );
}
