/** Whether a key goes to a field or a dialog, so that it is no command of the page. */
export const isTyping = ({ target }: Readonly<{ target: unknown }>): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type=checkbox]), textarea, select, dialog, [role=dialog]') !== null);
