import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useState } from 'react';

const PLACE = 'tree-width';
/** Widths in pixels. */
const [LEAST, USUAL, MOST, STEP] = [140, 220, 520, 20] as const;

const within = (width: number): number => Math.min(MOST, Math.max(LEAST, Math.round(width)));

/** The width that the browser remembers. */
export function treeWidth(): number {
  const kept = Number(localStorage.getItem(PLACE) ?? USUAL);
  return Number.isFinite(kept) ? within(kept) : USUAL;
}

const keep = (width: number): void =>
  width === USUAL ? localStorage.removeItem(PLACE) : localStorage.setItem(PLACE, String(width));

const KEYS: Readonly<Record<string, (width: number) => number>> = {
  ArrowLeft: (width) => width - STEP,
  ArrowRight: (width) => width + STEP,
  Home: () => LEAST,
  End: () => MOST,
  Enter: () => USUAL,
};

/** The edge between the folder tree and the list: dragged, or moved by arrows. Two presses, or Enter, give the tree its usual width. */
export function TreeEdge({ tree }: Readonly<{ tree: RefObject<HTMLElement | null> }>): ReactNode {
  const [width, setWidth] = useState(treeWidth);
  const change = (next: number): void => {
    setWidth(within(next));
    keep(within(next));
    if (tree.current) tree.current.style.flexBasis = `${within(next)}px`;
  };
  const drag = ({ currentTarget, pointerId, clientX, button }: PointerEvent<HTMLElement>): void => {
    if (button !== 0) return;
    const edge: HTMLElement = currentTarget;
    edge.setPointerCapture(pointerId);
    const ended = new AbortController();
    const { signal } = ended;
    for (const name of ['pointermove', 'pointerup'] as const)
      edge.addEventListener(name, (event) => change(width + event.clientX - clientX), { signal });
    for (const name of ['pointerup', 'pointercancel'] as const)
      edge.addEventListener(name, () => ended.abort(), { signal });
  };
  const press = (event: KeyboardEvent): void => {
    const next = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
    if (next === undefined) return;
    event.preventDefault();
    change(next(width));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control
    <div
      className="tree-edge"
      role="separator"
      aria-label="Width of the folder tree"
      aria-orientation="vertical"
      aria-controls="folder-tree"
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={width}
      aria-valuetext={`${width} pixels`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator with a value is a control
      tabIndex={0}
      title="Drag to change the width. Press twice for the usual one."
      onPointerDown={drag}
      // Else the browser may begin a drag of its own, which ends this one.
      onMouseDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
      }}
      onDoubleClick={() => change(USUAL)}
      onKeyDown={press}
    />
  );
}
