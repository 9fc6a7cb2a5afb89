import { useEffect } from 'react';

const DIALOGS = '.veil, .pop';
/** Selector of the layers over the page. */
export const LAYERS = `${DIALOGS}, .viewer`;

/** The control of the page that had the focus last, which a dialog or menu was opened from. */
let opener: HTMLElement | undefined;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest(LAYERS) === null) opener = target;
});

/** Whether a dialog, a menu or the viewer lies over the page. */
export const isLayerOpen = (): boolean => document.querySelector(LAYERS) !== null;

/** Whether a dialog or a menu lies over the page or the viewer. */
export const isDialogOpen = (): boolean => document.querySelector(DIALOGS) !== null;

/** Whether the control that had the focus is gone. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

function giveBack(): void {
  if (!isFocusLost() || isLayerOpen()) return;
  if (opener?.isConnected === true) opener.focus();
  if (!isFocusLost()) return;
  const row = document.querySelector<HTMLElement>('main [role=table] a[tabindex="0"]');
  (row ?? document.getElementById('main'))?.focus();
}

/**
 * Never leaves a person without the focus when a dialog has closed. React Aria gives it back to what had it before; that
 * is gone where one dialog followed another or a menu, or where the dialog deleted it: then the row of the list that Tab leads
 * to has the focus.
 */
export const useFocusBack = (): void =>
  useEffect(() => () => void requestAnimationFrame(() => requestAnimationFrame(giveBack)), []);
