import { useEffect } from 'react';

const LAYERS = '.veil, .pop, .viewer';

/** The control of the page that had the focus last, which a dialog or menu was opened from. */
let opener: HTMLElement | undefined;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest(LAYERS) === null) opener = target;
});

/** Whether a dialog, a menu or the viewer lies over the page. */
export const isLayerOpen = (): boolean => document.querySelector(LAYERS) !== null;

function giveBack(): void {
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (!isLost || isLayerOpen()) return;
  if (opener?.isConnected === true) opener.focus();
  if (document.activeElement === document.body) document.getElementById('main')?.focus();
}

/**
 * Never leaves a person without the focus when a dialog has closed. React Aria gives it back to what had it before; that
 * is gone where one dialog followed another or a menu, or where the dialog deleted it.
 */
export const useFocusBack = (): void =>
  useEffect(() => () => void requestAnimationFrame(() => requestAnimationFrame(giveBack)), []);
