import { useSyncExternalStore } from 'react';

const PHONE = matchMedia('(width < 600px)');

const onPhone = (listener: () => void): (() => void) => {
  PHONE.addEventListener('change', listener);
  return () => PHONE.removeEventListener('change', listener);
};

/** Whether the window is as narrow as a phone now. */
export const isPhone = (): boolean => PHONE.matches;

/** Whether the window is as narrow as a phone. */
export const useIsPhone = (): boolean => useSyncExternalStore(onPhone, isPhone);
