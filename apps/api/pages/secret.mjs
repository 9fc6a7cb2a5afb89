import { element, tell } from './page.mjs';

const section = element('secret', HTMLElement);
const text = element('secret-text', HTMLInputElement);

/** Id of the token whose secret is shown. @type {string | undefined} */
let shown;

/** Shows the secret of a new token. @param {{ id: string, name: string, token: string }} made */
export function showSecret({ id, name, token }) {
  shown = id;
  text.value = token;
  element('secret-name', HTMLElement).textContent = name;
  section.hidden = false;
  element('secret-title', HTMLElement).focus();
}

/** Removes the secret from the page. @param {string} [id] only if it is the secret of this token */
export function hideSecret(id) {
  if (id !== undefined && id !== shown) return;
  shown = undefined;
  text.value = '';
  element('secret-name', HTMLElement).textContent = '';
  section.hidden = true;
}

async function copy() {
  // Browsers offer no clipboard to pages loaded over plain HTTP from another machine, and may refuse it to any page.
  try {
    await navigator.clipboard.writeText(text.value);
    tell('The secret was copied.');
  } catch {
    text.focus();
    text.select();
    tell('The browser does not allow this page to copy. The secret is selected: copy it with the keyboard.');
  }
}

element('copy', HTMLElement).addEventListener('click', () => void copy());
element('kept', HTMLElement).addEventListener('click', () => {
  hideSecret();
  tell('');
  element('list-title', HTMLElement).focus();
});
