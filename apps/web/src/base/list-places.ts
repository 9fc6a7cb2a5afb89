import { useLayoutEffect, useRef, useState } from 'react';
import { queries } from './queries.ts';
import { useAddress } from './router.tsx';

type Place = Readonly<{ address: string; shown: number; top: number; at: number }>;

// With what was read: it is forgotten with the session, and not before.
queries.setQueryDefaults(['place'], { gcTime: Number.POSITIVE_INFINITY });

const placeOf = (path: string, list: string): Place | undefined => queries.getQueryData<Place>(['place', path, list]);

/** The address of a list as it was left, with its search, filters and order. */
export const addressOfList = (path: string, list: string): string => placeOf(path, list)?.address ?? path;

/** Whether the first of two lists was looked at after the other. */
export const isLaterList = (one: readonly [path: string, list: string], other: readonly [string, string]): boolean =>
  (placeOf(...one)?.at ?? 0) > (placeOf(...other)?.at ?? 0);

/**
 * Keeps the place of a list: one that is come back to shows as many rows as before, and is scrolled to where it was.
 * `isThere`: whether its rows are.
 */
export function useListPlace(
  list: string,
  least: number,
  isThere: boolean,
): [shown: number, show: (to: number) => void] {
  const { pathname, search } = useAddress();
  const address = pathname + search;
  const [before] = useState(() => {
    const place = placeOf(pathname, list);
    return place?.address === address ? place : undefined;
  });
  const [shown, show] = useState(before?.shown ?? least);
  const isBack = useRef(false);
  useLayoutEffect(() => {
    if (!isThere) return undefined;
    if (!isBack.current && before !== undefined) scrollTo(0, before.top);
    isBack.current = true;
    const note = (): void => {
      queries.setQueryData<Place>(['place', pathname, list], { address, shown, top: scrollY, at: Date.now() });
    };
    note();
    // Leaving a page scrolls to its top, whose event comes once the list is gone.
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, [address, before, isThere, list, pathname, shown]);
  return [shown, show];
}
