import type { MouseEvent } from 'react';

/** Not in the menu of the row, whose events come through the row too. */
const isInside = ({ target, currentTarget }: MouseEvent): boolean =>
  target instanceof Element && currentTarget.contains(target);
const isBesideControls = (event: MouseEvent): boolean =>
  isInside(event) && event.target instanceof Element && event.target.closest('a, button, label') === null;
const open = ({ currentTarget }: MouseEvent): void => currentTarget.querySelector('a')?.click();

/** Beside the controls of a row a click ticks it and two open it. The right button opens the menu of the row. */
export const pointerActs = (tick: (isRange: boolean) => void) => ({
  onMouseDown: (event: MouseEvent): void => {
    // Shift would mark the text of the rows.
    if (event.shiftKey && isBesideControls(event)) event.preventDefault();
  },
  onClick: (event: MouseEvent): void => {
    if (isBesideControls(event)) tick(event.shiftKey);
  },
  onDoubleClick: (event: MouseEvent): void => {
    if (isBesideControls(event)) open(event);
  },
  onContextMenu: (event: MouseEvent): void => {
    const menu = event.currentTarget.querySelector<HTMLElement>('[aria-haspopup]');
    // With Shift the browser shows its own.
    if (menu === null || event.shiftKey || !isInside(event)) return;
    event.preventDefault();
    menu.click();
  },
});
