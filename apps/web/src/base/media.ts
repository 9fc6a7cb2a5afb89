import { useSyncExternalStore } from 'react';

const observed = (query: string) => {
  const media = matchMedia(query);
  const matches = (): boolean => media.matches;
  const subscribe = (listener: () => void): (() => void) => {
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return { matches, useMatches: (): boolean => useSyncExternalStore(subscribe, matches) };
};

/** Whether the window is as narrow as a phone now. */
export const { matches: isPhone, useMatches: useIsPhone } = observed('(width < 600px)');

/** Whether a line of buttons beside the menu leaves a field no place for its words. */
export const { useMatches: useIsNarrow } = observed('(width < 1280px)');
