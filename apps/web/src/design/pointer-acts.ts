import { type MouseEvent, useRef } from 'react';

/** Not in the menu of the row, whose events come through the row too. */
const isInside = ({ target, currentTarget }: MouseEvent): boolean =>
  target instanceof Element && currentTarget.contains(target);
const isBesideControls = (event: MouseEvent): boolean =>
  isInside(event) && event.target instanceof Element && event.target.closest('a, button, label') === null;
/** Whether the click ends a drag over a text. */
const marksText = ({ detail, shiftKey }: MouseEvent): boolean =>
  detail === 1 && !shiftKey && getSelection()?.isCollapsed === false;
const open = ({ currentTarget }: MouseEvent): void => currentTarget.querySelector('a')?.click();

/** Longest time between the two clicks of a double click. */
const DOUBLE_CLICK_MS = 500;
const OF_A_CLICK = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const;

/** Takes the second of two clicks away, which would press the control that has come below the pointer. */
function takeSecondClick({ clientX, clientY }: MouseEvent): void {
  const ended = new AbortController();
  const take = (event: globalThis.MouseEvent): void => {
    // A click by a key or by a program has no place.
    if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > 4) return;
    event.stopPropagation();
    event.preventDefault();
  };
  for (const name of OF_A_CLICK) globalThis.addEventListener(name, take, { capture: true, signal: ended.signal });
  setTimeout(() => ended.abort(), DOUBLE_CLICK_MS);
}

/**
 * Beside the controls of a row a click ticks it and two open it; of a row that is not ticked, one opens it. The right button opens
 * the menu of the row.
 */
export const pointerActs = (tick: ((isRange: boolean) => void) | undefined) => ({
  onMouseDown: (event: MouseEvent): void => {
    // Shift would mark the text of the rows.
    if (event.shiftKey && isBesideControls(event)) event.preventDefault();
  },
  onClick: (event: MouseEvent): void => {
    if (!isBesideControls(event) || marksText(event)) return;
    if (tick !== undefined) tick(event.shiftKey);
    else if (event.detail === 1) {
      takeSecondClick(event);
      open(event);
    }
  },
  onDoubleClick: (event: MouseEvent): void => {
    if (tick !== undefined && isBesideControls(event)) open(event);
  },
  onContextMenu: (event: MouseEvent): void => {
    const menu = event.currentTarget.querySelector<HTMLElement>('[aria-haspopup]');
    // With Shift the browser shows its own, and the button of the menu has opened it by itself.
    if (menu === null || event.shiftKey || !isInside(event) || event.isDefaultPrevented()) return;
    event.preventDefault();
    const { clientX, clientY } = event;
    menu.dispatchEvent(new globalThis.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY }));
  },
});

/** Beside its controls a click on a row opens it. */
export const pressActs = (press: () => void) => ({
  onClick: (event: MouseEvent): void => {
    if (isBesideControls(event) && !marksText(event)) press();
  },
});

/**
 * A bar that comes up below the pointer with the first of two clicks on a row does not take the second: it goes to what lies below
 * the bar.
 */
export function useRowsBelow() {
  const wasPressed = useRef(false);
  return {
    onClickCapture: (event: MouseEvent): void => {
      const { currentTarget: bar, detail, clientX, clientY } = event;
      if (detail === 1) wasPressed.current = true;
      if (detail < 2 || wasPressed.current) return;
      event.stopPropagation();
      if (detail > 2) return;
      const below = document.elementsFromPoint(clientX, clientY).find((element) => !bar.contains(element));
      for (const name of ['click', 'dblclick'])
        below?.dispatchEvent(new globalThis.MouseEvent(name, { bubbles: true, cancelable: true }));
    },
  };
}
