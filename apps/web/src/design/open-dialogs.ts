import { useEffect, useId } from 'react';
import { ObservedValue, useObserved } from '../base/observed.ts';

/** The dialogs that are open, the uppermost last. */
const open = new ObservedValue<readonly string[]>([]);

function set(next: readonly string[]): void {
  open.value = next;
  open.draw();
}

/** The dialog that lies over everything else. */
export const uppermostDialog = (): string | undefined => open.value.at(-1);

export const useUppermostDialog = (): string | undefined => useObserved(open).at(-1);

/** Notes that a dialog is open. Returns its id. */
export function useOpenDialog(isOpen: boolean): string {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    set([...open.value, id]);
    return () => set(open.value.filter((one) => one !== id));
  }, [isOpen, id]);
  return id;
}
