/** Copies a text. Returns whether the browser took it: it may refuse, and has no clipboard for a page without HTTPS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export const NOT_COPIED =
  'The browser does not let the page copy. The text is marked: copy it with the keyboard or its menu.';
