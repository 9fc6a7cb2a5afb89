import { useEffect } from 'react';

const WANTED = 'strongroom:focus-on-list';
const OTHER_WISHES = ['keydown', 'pointerdown'] as const;

let isWanted = false;
const forget = (): void => {
  isWanted = false;
};

/** Gives the focus to the first row of the list of files, also of one that is still read, until a person does something else. */
export function wantListFocus(): void {
  isWanted = true;
  for (const name of OTHER_WISHES) addEventListener(name, forget, { capture: true, once: true });
  dispatchEvent(new Event(WANTED));
}

/** Makes a list take the focus that was asked for. `take` runs again where other rows come meanwhile. */
export function useListFocus(rows: readonly unknown[], take: () => void): void {
  useEffect(() => {
    const listen = (): void => {
      if (isWanted && rows.length > 0) take();
    };
    listen();
    addEventListener(WANTED, listen);
    return () => removeEventListener(WANTED, listen);
  }, [rows]);
}
