/** Whether a key goes to a field. */
export const isInField = ({ target }: Readonly<{ target: unknown }>): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select') !== null);

/** Whether a key goes to a field or a dialog, so that it is no command of the page. */
export const isTyping = (event: Readonly<{ target: unknown }>): boolean =>
  isInField(event) || (event.target instanceof HTMLElement && event.target.closest('dialog, [role=dialog]') !== null);
