import { type RefObject, useEffect, useState } from 'react';

const AROUND = 12;

/** The first and the last row next to the window, of rows of one height below `place`. */
export function useWindow(
  place: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): readonly [from: number, to: number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 60]);
  useEffect(() => {
    const measure = (): void => {
      const top = place.current?.getBoundingClientRect().top ?? 0;
      const first = Math.max(0, Math.floor(-top / height) - AROUND);
      const last = Math.min(count, Math.ceil((innerHeight - top) / height) + AROUND);
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, Math.max(last, first)]));
    };
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [place, count, height]);
  return range;
}
