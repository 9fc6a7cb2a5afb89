import { element, tell } from './page.mjs';

const section = element('secret', HTMLElement);
const text = element('secret-text', HTMLInputElement);

/** Of which token the secret is shown. @type {string | undefined} */
let shown;

/**
 * Shows the secret of a token that was just made.
 *
 * @param {{ id: string, name: string, token: string }} made
 */
export function showSecret({ id, name, token }) {
  shown = id;
  text.value = token;
  element('secret-name', HTMLElement).textContent = name;
  section.hidden = false;
  element('secret-title', HTMLElement).focus();
}

/**
 * Forgets the secret that is shown.
 *
 * @param {string} [id] only where it is that of this token
 */
export function hideSecret(id) {
  if (id !== undefined && id !== shown) return;
  shown = undefined;
  text.value = '';
  element('secret-name', HTMLElement).textContent = '';
  section.hidden = true;
}

async function copy() {
  // Browsers have no clipboard for pages that came over plain HTTP from another machine, and may refuse it to any.
  try {
    await navigator.clipboard.writeText(text.value);
    tell('The secret is copied.');
  } catch {
    text.focus();
    text.select();
    tell('The browser does not let this page copy. The secret is selected: copy it with the keyboard.');
  }
}

element('copy', HTMLElement).addEventListener('click', () => void copy());
element('kept', HTMLElement).addEventListener('click', () => {
  hideSecret();
  tell('');
  element('list-title', HTMLElement).focus();
});
