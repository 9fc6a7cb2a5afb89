import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { rangeOf } from './row-range.ts';

export type Scroller = Readonly<{ show: (row: number) => void }>;

type Props = Readonly<{
  count: number;
  /** Pixels. */
  height: number;
  label: string;
  role: 'region' | 'table' | 'treegrid';
  className: string;
  head?: ReactNode;
  /** Rows of another place, over the others. */
  over?: ReactNode;
  children: (row: number, style: Readonly<{ transform: string; height: number }>) => ReactNode;
  scroller: RefObject<Scroller | null>;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Called with the element that a pointer pressed. */
  onPress?: (target: Element) => void;
}>;

/** Rows of equal height, of which only those in sight exist. */
export function VirtualRows({
  count,
  height,
  label,
  role,
  className,
  head,
  over,
  children,
  scroller,
  onKeyDown,
  onPress,
}: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  /** The height for rows: the head stays over them. */
  const spaceIn = (box: HTMLElement): number => box.clientHeight - (rows.current?.offsetTop ?? 0);
  const [seen, setSeen] = useState({ top: 0, space: 800 });
  useEffect(() => {
    const box = place.current;
    if (box === null) return undefined;
    const measure = (): void => setSeen({ top: box.scrollTop, space: spaceIn(box) });
    measure();
    const sized = new ResizeObserver(measure);
    sized.observe(box);
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      sized.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, []);
  const pressed = useRef(onPress);
  useEffect(() => {
    pressed.current = onPress;
  });
  useEffect(() => {
    const box = place.current;
    const press = ({ target }: Event): void => {
      if (target instanceof Element) pressed.current?.(target);
    };
    box?.addEventListener('click', press);
    return () => box?.removeEventListener('click', press);
  }, []);
  const drawn = useRef(height);
  useLayoutEffect(() => {
    // Larger rows are those that were in sight.
    if (place.current !== null) place.current.scrollTop *= height / drawn.current;
    drawn.current = height;
  }, [height]);
  const { first, last, total, offset } = rangeOf({ ...seen, count, height });
  useImperativeHandle(scroller, () => ({
    show: (row) => {
      const box = place.current;
      if (box === null) return;
      const space = spaceIn(box);
      const most = Math.max(1, count * height - space);
      const wanted = Math.max(0, row * height - space / 3);
      box.scrollTop = Math.min(1, wanted / most) * (total - space);
    },
  }));
  return (
    <div
      className={className}
      ref={place}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls has to be reached by keyboard
      tabIndex={0}
      {...{ role, 'aria-label': label, onKeyDown, ...(role !== 'region' && { 'aria-rowcount': count + 1 }) }}
    >
      {head}
      <div
        className="virtual-rows"
        ref={rows}
        style={{ height: total }}
        role={role === 'region' ? undefined : 'rowgroup'}
      >
        {Array.from({ length: last - first }, (_, index) =>
          children(first + index, { transform: `translateY(${(first + index) * height - offset}px)`, height }),
        )}
        {over}
      </div>
    </div>
  );
}
